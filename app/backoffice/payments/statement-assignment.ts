import type { StatementColumns, StatementField } from '#contract/payments.ts'

/** The field of each column of a statement, by the column's key; empty for a column that isn't used. */
export type Assignment = ReadonlyMap<string, StatementField | ''>

export const FIELD_NAMES: Record<StatementField, string> = {
  date: 'Fecha',
  description: 'Descripción',
  document: 'N° de documento',
  credit: 'Abonos',
  debit: 'Cargos',
  amount: 'Monto (con signo, o con otra columna que lo dice)',
  sign: 'Cargo o abono (C / A)',
  balance: 'Saldo',
}

/** The fields that the server understood, and the choices made before for the same columns. */
export const assignmentOf = ({ columns }: StatementColumns, chosen: Assignment): Assignment =>
  new Map(columns.map(({ key, field }) => [key, chosen.get(key) ?? field]))

/** The column of each field, as the call takes them. */
export const columnsIn = (assignment: Assignment): Partial<Record<StatementField, string>> =>
  Object.fromEntries([...assignment].flatMap(([key, field]) => (field ? [[field, key]] : [])))

/** The reason why a statement can't be read with these columns, in words. */
export function openQuestions(assignment: Assignment): string[] {
  const fields = [...assignment.values()].filter((field) => field !== '')
  const doubled = [...new Set(fields.filter((field, place) => fields.indexOf(field) !== place))]
  const has = (field: StatementField) => fields.includes(field)
  return [
    ...doubled.map((field) => `Varias columnas dicen traer ${FIELD_NAMES[field]}: deja solo una.`),
    ...(has('date') ? [] : ['Falta la columna Fecha.']),
    ...(has('description') ? [] : ['Falta la columna Descripción.']),
    ...(has('credit') || has('amount') ? [] : ['Falta la columna Abonos, o la columna Monto.']),
  ]
}
