import type { UnknownColumns } from '#contract/import-report.ts'
import { type ProductField, productFieldNames } from '#contract/product-fields.ts'
import { headerOf } from './import-values.ts'

/** The field of each column by the column's key; empty for a column that isn't imported. */
export type Assignment = ReadonlyMap<string, ProductField | ''>

/** The fields that the server understood, and the choices made before for the same columns. */
export function assignmentOf({ sheets }: UnknownColumns, chosen: Assignment): Assignment {
  const columns = sheets.flatMap((sheet) => sheet.columns)
  return new Map(columns.map(({ key, field }) => [key, chosen.get(key) ?? field]))
}

/** Decisions that are still open, in words. Only the barcode's column must be there. */
export function openQuestions(
  { sheets, missing, doubled }: UnknownColumns,
  assignment: Assignment,
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
export function missingForNew({ missing }: UnknownColumns, assignment: Assignment): string[] {
  const assigned = new Set(assignment.values())
  const fields = productFieldNames.filter(
    (field) => field !== 'barcode' && !assigned.has(field) && missing.some((name) => named(name, field)),
  )
  return fields.map(headerOf)
}

/** The fields that several columns of one sheet have. */
export function doubledFields(sheets: UnknownColumns['sheets'], assignment: Assignment): ProductField[] {
  return productFieldNames.filter((field) =>
    sheets.some(({ columns }) => columns.filter(({ key }) => assignment.get(key) === field).length > 1),
  )
}

/** The server names a field, or its column in the template. */
const named = (name: string, field: ProductField) => name === field || name === headerOf(field)
const wordFor = (name: string) => {
  const field = productFieldNames.find((field) => named(name, field))
  return field ? headerOf(field) : name
}
