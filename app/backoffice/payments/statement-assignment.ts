import { STATEMENT_FIELDS, type StatementColumns, type StatementField } from '#contract/payments.ts'
import { type Assignment, doubledFields } from '../tables/table-upload.tsx'

type StatementFields = Assignment<StatementField>

const FIELD_NAMES: Record<StatementField, string> = {
  date: 'Fecha',
  description: 'Descripción',
  document: 'N° de documento',
  credit: 'Abonos',
  debit: 'Cargos',
  amount: 'Monto (con signo, o con otra columna que lo dice)',
  sign: 'Cargo o abono (C / A)',
  balance: 'Saldo',
}

/** The reason why a statement can't be read with these columns, in words. */
function openQuestions({ sheets }: StatementColumns, assignment: StatementFields): string[] {
  const fields = [...assignment.values()]
  const doubled = doubledFields(sheets, assignment)
  const has = (field: StatementField) => fields.includes(field)
  return [
    ...doubled.map((field) => `Varias columnas dicen traer ${FIELD_NAMES[field]}: deja solo una.`),
    ...(has('date') ? [] : ['Falta la columna Fecha.']),
    ...(has('description') ? [] : ['Falta la columna Descripción.']),
    ...(has('credit') || has('amount') ? [] : ['Falta la columna Abonos, o la columna Monto.']),
  ]
}

/** The questions about a statement's columns, for the form that assigns them ({@link TableUpload}). */
export const columnsOf = (unknown: StatementColumns, assignment: StatementFields) => ({
  sheets: unknown.sheets,
  assignment,
  fields: STATEMENT_FIELDS.map((field) => [field, FIELD_NAMES[field]] as const),
  none: 'No se usa',
  title: '¿Qué trae cada columna?',
  text: 'No conocemos este formato. Revisa lo que proponemos: lo recordaremos para la próxima cartola igual.',
  open: openQuestions(unknown, assignment),
})
