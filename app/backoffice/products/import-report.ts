import type { CallAnswer } from '#contract/call.ts'
import type { importCalls } from '#contract/imports.ts'

/** The result of an import: counts, and the refused rows with their reasons. */
export type ImportResult = CallAnswer<typeof importCalls.uploadProducts>['data']

/** Whether the data of a refusal is such a report. */
export const isReport = (data: unknown): data is ImportResult =>
  typeof data === 'object' && data !== null && Array.isArray((data as Partial<ImportResult>).errors)

/**
 * The refused rows as CSV: with semicolons, which spreadsheets in Spanish expect, and a byte order mark for UTF-8. A cell
 * that a spreadsheet would read as a formula gets an apostrophe in front.
 */
export function reportFile({ errors }: ImportResult): Blob {
  const rows = [
    ['Fila', 'Columna', 'Motivo'],
    ...errors.map(({ row, column, message }) => [String(row), column, message]),
  ]
  const text = rows.map((row) => row.map(cell).join(';')).join('\r\n')
  return new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' })
}

function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}
