import type { UnknownColumns } from '#contract/import-report.ts'
import { type ProductField, productFieldNames } from '#contract/product-fields.ts'
import { type Assignment, doubledFields } from '../../tables/table-upload.tsx'
import { headerOf } from './import-values.ts'

type ProductAssignment = Assignment<ProductField>

/** Decisions that are still open, in words. Only the barcode's column must be there. */
function openQuestions(
  { sheets, missing, doubled }: UnknownColumns,
  assignment: ProductAssignment,
): string[] {
  const assigned = new Set(assignment.values())
  const twice = doubledFields(sheets, assignment)
  const undecided = doubled.filter((name) =>
    productFieldNames.some((field) => named(name, field) && !assigned.has(field)),
  )
  const hasCode = assigned.has('barcode') || assigned.has('ownCode')
  const absent = missing.filter((name) => named(name, 'barcode') && !hasCode)
  return [
    ...twice.map((field) => `Varias columnas dicen traer ${headerOf(field)}: deja solo una.`),
    ...undecided.map((name) => `Varias columnas dicen traer ${wordFor(name)}: elige una.`),
    ...absent.filter((name) => !undecided.includes(name)).map((name) => `Falta la columna ${wordFor(name)}.`),
  ]
}

/** The columns that new products need and none has, in words. */
function missingForNew({ missing }: UnknownColumns, assignment: ProductAssignment): string[] {
  const assigned = new Set(assignment.values())
  const fields = productFieldNames.filter(
    (field) => field !== 'barcode' && !assigned.has(field) && missing.some((name) => named(name, field)),
  )
  return fields.map(headerOf)
}

/** The server names a field, or its column in the template. */
const named = (name: string, field: ProductField) => name === field || name === headerOf(field)
const wordFor = (name: string) => {
  const field = productFieldNames.find((field) => named(name, field))
  return field ? headerOf(field) : name
}

const FIELDS = productFieldNames.map((field) => [field, headerOf(field)] as const)

/** The questions about a list's columns, for the form that assigns them ({@link TableUpload}). */
export function columnsOf(unknown: UnknownColumns, assignment: ProductAssignment) {
  const forNew = missingForNew(unknown, assignment)
  return {
    sheets: unknown.sheets,
    assignment,
    fields: FIELDS,
    none: 'No importar',
    title: 'Asignar columnas',
    text: unknown.sheets.some(({ columns }) => columns.some(({ asked }) => asked))
      ? 'Revisa las columnas por confirmar: proponemos lo más probable. Recordaremos tu elección para la próxima planilla.'
      : 'Elige qué dato trae cada columna. Recordaremos estas columnas para la próxima planilla.',
    notes: [
      ...unknown.questions,
      ...(forNew.length > 0
        ? [`Sin ${forNew.join(' ni ')} se actualizan los productos que ya existen, y no se crean nuevos.`]
        : []),
    ],
    open: openQuestions(unknown, assignment),
  }
}

/** The file of a preview, and what was chosen with it. */
type Upload = { file: File; assignment: ProductAssignment }

let kept: (Upload & { importId: string }) | null = null

/** Keeps the file of the last preview in this tab until it is reloaded, to read it again with other columns. */
export function keepUpload(importId: string, upload: Upload) {
  kept = { ...upload, importId }
}

/** The kept file of a preview; null for another one's. */
export const keptUpload = (importId: string): Upload | null => (kept?.importId === importId ? kept : null)
