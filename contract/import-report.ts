import { z } from 'zod'
import { SALE_CONDITIONS } from '#domain/sale-condition.ts'
import { loweredLot } from './lots.ts'
import { productFieldNames } from './product-fields.ts'
import { tableColumn, unknownTable } from './table-columns.ts'

/** The answers of importing a product workbook. */

export const field = z.enum(productFieldNames)

/**
 * A part of existing products that an import may leave unchanged. `spelling`: names that differ only in capitals, accents or
 * spaces; `saleCondition`: Receta and Venta directa, too.
 */
export const importPart = z.enum([
  ...field.exclude(['barcode', 'ownCode', 'prescription', 'directSale']).options,
  'spelling',
])
export type ImportPart = z.infer<typeof importPart>

/** A row: where it is, its barcode, or else its own code, and its trade name as written; empty where it has none. */
const rowFacts = { sheet: z.string(), row: z.int(), barcode: z.string(), name: z.string() }

/** A refused row's cell: where it is, what it says, and why it was refused. */
export const importProblem = z.object({
  ...rowFacts,
  /** The header of the template's column. */
  column: z.string(),
  /** As written in the cell. */
  value: z.string(),
  /** The text that equal problems share, to group them by. */
  reason: z.string(),
  message: z.string(),
})
export type ImportProblem = z.infer<typeof importProblem>

/** A value before and after, as the product form would write it (`1990`, `true`). */
const fieldChange = z.object({ field, before: z.string(), after: z.string() })

/** A product that a saved import created or changed. */
export const importedProduct = z.object({
  _id: z.string(),
  barcode: z.string(),
  name: z.string(),
  isNew: z.boolean(),
  /** In the order of the product form; of a new product `before` is empty. */
  fields: z.array(fieldChange),
})
export type ImportedProduct = z.infer<typeof importedProduct>

/** A product whose stock an import raises although units were sold since it was last counted. */
const restock = z.object({
  productId: z.string(),
  barcode: z.string(),
  name: z.string(),
  /** As last counted by staff or a workbook. The difference to `before` was sold. */
  counted: z.int(),
  before: z.int(),
  after: z.int(),
})

/** The facts that identify a product without a code. */
const uncoded = { name: z.string(), laboratory: z.string(), content: z.string() }

const newName = z.object({
  name: z.string(),
  /** New and changed products with this name. */
  products: z.int(),
  /** An existing name that is nearly the same, to merge with. */
  similar: z.string().nullable(),
})

/** The file's origin: a person's upload, the folder that the shop reads, or the operator's command. */
export const IMPORT_SOURCES = ['person', 'folder', 'command'] as const

/** Kinds of rows that deserve a second look, although they are allowed. */
export const SUSPICIONS = ['priceTenth', 'priceTenfold', 'discount', 'prescriptionOff'] as const

export const importSchema = z.object({
  _id: z.string(),
  /** `refused`: no row could be saved. */
  state: z.enum(['preview', 'saved', 'refused', 'undone']),
  fileName: z.string(),
  /** The name of the person who sent the file; 'operador' for a file of the folder or of the command. */
  actor: z.string(),
  source: z.enum(IMPORT_SOURCES),
  /** ISO instants. */
  createdAt: z.string(),
  savedAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
  created: z.int(),
  /** Existing products with a changed field. */
  updated: z.int(),
  /** Existing products equal to their row. */
  unchanged: z.int(),
  /** Rows with a problem. */
  refused: z.int(),
  /** Rows equal to an earlier one. */
  repeated: z.int(),
})
export type Import = z.infer<typeof importSchema>

export const importReport = importSchema.extend({
  /** Every sheet of the file, and what became of it. */
  sheets: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['read', 'hidden', 'noHeadings', 'empty']),
      rows: z.int(),
      hiddenRows: z.int(),
      /** Headings of columns that were not imported. */
      unusedColumns: z.array(z.string()),
      /** All columns as they were read; absent in imports of earlier versions. */
      columns: z.array(tableColumn(field)).optional(),
    }),
  ),
  errors: z.array(importProblem),
  /** Why a file of the folder or of the command wasn't saved by itself. */
  reasons: z.array(z.string()),
  /** The parts of existing products that the import leaves unchanged. */
  leave: z.array(importPart),
  /** The fields of existing products that a stock report (a list without prices and with few columns) changes; null for other lists. */
  stockReport: z.enum(['stock', 'all']).nullable(),
  /** New products that the file gives no category, laboratory or stock for. */
  withoutCategory: z.int(),
  withoutLaboratory: z.int(),
  withoutStock: z.int(),
  /** New products without a price, which aren't for sale. */
  withoutPrice: z.int(),
  /** Rows whose price was rounded to pesos. */
  rounded: z.int(),
  /** Products that aren't for sale, because they may be medicines and their condition is unknown. */
  held: z.int(),
  /** Ingredients whose condition of sale is milder in the file than in the list of ingredients; the list's counts. */
  contradictions: z.array(
    z.object({
      ingredient: z.string(),
      stated: z.enum(SALE_CONDITIONS),
      listed: z.enum(SALE_CONDITIONS),
      /** Whether the law controls it: the file can make it no milder than a retained prescription. */
      controlled: z.boolean(),
      count: z.int(),
      /** The first products. */
      names: z.array(z.string()),
    }),
  ),
  /** New and changed products whose content was understood, and those without a price per unit. */
  unitsUnderstood: z.int(),
  unitsMissing: z.int(),
  restocks: z.array(restock),
  /** Rows without a readable code: what becomes of them. Null for a list whose rows all have one. */
  recognition: z
    .object({
      /** `name`: name, laboratory and content identify their products; `code`: these rows are refused. */
      by: z.enum(['code', 'name']),
      rows: z.int(),
      /** Whether the list has a column of codes, so that a person can choose. */
      hasCodes: z.boolean(),
    })
    .nullable(),
  /** New products that got an own code of the shop, or will. */
  givenCodes: z.int(),
  /** Units that left the lots that expire last, where the file counts less than the sum of the lots. */
  lowered: z.array(loweredLot.extend({ productId: z.string(), name: z.string() })).optional(),
  /** Only while it is a preview. */
  preview: z
    .object({
      /** Products with the lots that the file names, and their stock, at the place of their first row. */
      lots: z
        .array(
          z.object({
            ...rowFacts,
            stock: z.int(),
            lots: z.array(loweredLot),
          }),
        )
        .optional(),
      /** The first changes in the order of the file; of a new product `before` is empty. */
      changes: z.array(
        z.object({
          sheet: z.string(),
          row: z.int(),
          /** Null for a new product. */
          productId: z.string().nullable(),
          barcode: z.string(),
          name: z.string(),
          fields: z.array(fieldChange),
        }),
      ),
      newCategories: z.array(newName),
      newLaboratories: z.array(newName),
      suspicious: z.array(
        z.object({
          ...rowFacts,
          kind: z.enum(SUSPICIONS),
          before: z.string(),
          after: z.string(),
        }),
      ),
      /** Products whose rows contradict each other, at the place of their first row. */
      repeated: z.array(
        z.object({
          ...rowFacts,
          /** The fields in which the rows differ, and each row's values in this order; empty for a blank. */
          fields: z.array(field),
          rows: z.array(
            z.object({
              sheet: z.string(),
              row: z.int(),
              values: z.array(z.string()),
              /** The lot and its expiry as written, where the list has them. */
              lot: z.string().optional(),
            }),
          ),
          /** Whether the rows are lots, so that the sum of their units is proposed. */
          lots: z.boolean().optional(),
          /** The units of all rows, where several state them. */
          sum: z.int().optional(),
          /** Whether the first row has blanks that another one fills. */
          hasBlanks: z.boolean(),
        }),
      ),
      /** Rows whose price has decimals, as written and rounded. They are imported only if `isRounded`. */
      decimals: z.array(
        z.object({
          ...rowFacts,
          value: z.string(),
          cost: z.string(),
        }),
      ),
      isRounded: z.boolean(),
      /** Rows without a code that are nearly a product of the shop. */
      pairs: z.array(
        z.object({
          sheet: z.string(),
          row: z.int(),
          ...uncoded,
          product: z.object({ _id: z.string(), code: z.string(), ...uncoded }),
          proposed: z.enum(['same', 'other']),
          /** The row's changes of that product, and its fields as a new product; null where the row would be refused. */
          same: z.array(fieldChange).nullable(),
          other: z.array(fieldChange).nullable(),
        }),
      ),
    })
    .nullable(),
  /** Whether it can still be undone, and whether its raised stock can still be taken back. */
  canUndo: z.boolean(),
  canKeepStock: z.boolean(),
})
export type ImportReport = z.infer<typeof importReport>

/** The data of the refusal UNKNOWN_COLUMNS. `missing` has the headers without a column: the barcode's, and those that new products need. */
export const unknownColumns = unknownTable(field)
export type UnknownColumns = z.infer<typeof unknownColumns>

/** The data of the refusal IMPORT_CHANGED. */
export const importChanged = z.object({
  import: importReport,
  meanwhile: z.array(z.object({ barcode: z.string(), name: z.string(), fields: z.array(fieldChange) })),
})
export type ImportChanged = z.infer<typeof importChanged>
