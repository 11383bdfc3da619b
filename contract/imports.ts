import { z } from 'zod'
import { defineCall } from './call.ts'
import { data, jsonField, list, message, pageQuery, WRONG_COLUMNS } from './fields.ts'
import { field, importedProduct, importPart, importReport, importSchema } from './import-report.ts'
import { assignedFields } from './table-columns.ts'

/** Imports of product workbooks. */

const importFilter = pageQuery.extend({ state: importSchema.shape.state.optional() })
export type ImportFilter = z.output<typeof importFilter>

/**
 * The field assigned to each column, by its folded heading, or by `#3` for a third column without one; an empty value leaves the
 * column out. JSON in a multipart field.
 */
const assignedColumns = jsonField(assignedFields(field), 20_000, WRONG_COLUMNS).optional()

/** The parts of existing products that the import leaves unchanged, as a comma list; by default the names' spelling. */
const leave = z
  .string()
  .max(500)
  .default('spelling')
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(importPart))

/**
 * The parts of existing products that a stock report (a list without prices and with few columns) changes: `stock` alone, or `all` that
 * the report states.
 */
const stockReport = z.enum(['stock', 'all']).default('stock')

/**
 * How the products of rows without a readable code are found: by `name` (with laboratory and content), or not at all. Absent: by name for
 * a list recognised by name before, and in the preview of a list without codes or with mostly damaged ones.
 */
const recognize = z.enum(['code', 'name']).optional()

/** The choices with which a preview is saved. */
const saveBody = z.object({
  /** `keep` leaves the stock of existing products as it is. */
  stock: z.enum(['file', 'keep']).default('file'),
  /** The existing name for each merged new name. */
  mergeCategories: z.record(z.string().max(200), z.string().max(200)).default({}),
  mergeLaboratories: z.record(z.string().max(200), z.string().max(200)).default({}),
  /** The rows to leave out, `sheet` and `row` as in the preview. */
  skip: z
    .array(z.object({ sheet: z.string().max(100), row: z.int() }))
    .max(20_000)
    .default([]),
  /**
   * For products whose rows contradict each other (`sheet` and `row` as in the preview): the number of the row to use, from 0, or `fill`
   * for the first row with its blanks filled, or `sum` for that row with the units of all rows. Without a choice the first row counts,
   * and the others are reported.
   */
  repeated: z
    .array(
      z.object({
        sheet: z.string().max(100),
        row: z.int(),
        use: z.union([z.int().min(0).max(20), z.literal(['fill', 'sum'])]),
      }),
    )
    .max(20_000)
    .default([]),
  /** Of rows that are nearly a product of the shop (`pairs`): whether they are that product. Without a choice the proposal counts. */
  pairs: z
    .array(z.object({ sheet: z.string().max(100), row: z.int(), same: z.boolean() }))
    .max(20_000)
    .default([]),
  /** The ingredients of `contradictions` whose condition is taken from the file; else the list's counts. */
  trusted: z.array(z.string().max(80)).max(2_000).default([]),
})

const upload = { field: 'fileExcel', kind: 'spreadsheet', required: true } as const

export const importCalls = {
  uploadProducts: defineCall('POST /products/uploadFile', {
    summary: 'Imports products from a spreadsheet, by barcode.',
    upload,
    body: z.object({ columns: assignedColumns, leave, stockReport, recognize }),
    answer: message.extend({ data: importReport }),
    errors: ['UNKNOWN_COLUMNS'],
  }),
  previewImport: defineCall('POST /products/imports', {
    summary: 'Reads a spreadsheet and answers what importing it would change. Saves no product.',
    upload,
    body: z.object({ columns: assignedColumns, leave, stockReport, recognize }),
    answer: data(importReport),
    status: 201,
    errors: ['UNKNOWN_COLUMNS'],
  }),
  replanImport: defineCall('POST /products/imports/:id/round', {
    summary:
      'Plans a preview again: with prices rounded to whole pesos or without rows whose prices have decimals; with all that a stock report states, or its stock alone; with rows without a code recognised by name, or refused. What is absent stays as it was planned.',
    body: z.object({
      round: z.boolean().optional(),
      stockReport: z.enum(['stock', 'all']).optional(),
      recognize,
    }),
    answer: data(importReport),
    errors: ['IMPORT_STATE', 'TOO_MANY'],
  }),
  saveImport: defineCall('POST /products/imports/:id/save', {
    summary:
      'Saves a preview as it was shown. When products changed meanwhile: IMPORT_CHANGED with the new preview and these changes.',
    body: saveBody,
    answer: message.extend({ data: importReport }),
    errors: ['IMPORT_STATE', 'IMPORT_CHANGED', 'TOO_MANY'],
  }),
  listImports: defineCall('GET /products/imports', {
    summary: 'Lists the imports, newest first.',
    query: importFilter,
    answer: list(importSchema),
  }),
  getImport: defineCall('GET /products/imports/:id', {
    summary: 'One import with its report.',
    answer: data(importReport),
  }),
  listImportChanges: defineCall('GET /products/imports/:id/changes', {
    summary:
      'Lists the products of a saved import, changed ones first, with their values before and after, for 90 days.',
    query: pageQuery,
    answer: list(importedProduct),
  }),
  exportRefusedRows: defineCall('GET /products/imports/:id/refused', {
    summary: "The refused rows in the template's format, with a column Motivo.",
    answer: 'spreadsheet',
  }),
  keepStock: defineCall('POST /products/imports/:id/keep-stock', {
    summary: 'Takes back what a saved import added to the stock of products sold since they were counted.',
    answer: message.extend({ data: importReport }),
    errors: ['IMPORT_STATE'],
  }),
  undoImport: defineCall('POST /products/imports/:id/undo', {
    summary:
      'Restores the products of a saved import, except those that were changed, sold or ordered since.',
    answer: message.extend({
      data: z.object({
        restored: z.int(),
        removed: z.int(),
        /** Products that the undo left unchanged. */
        left: z.array(
          z.object({ productId: z.string(), barcode: z.string(), name: z.string(), reason: z.string() }),
        ),
      }),
    }),
    errors: ['IMPORT_STATE', 'TOO_MANY'],
  }),
}
