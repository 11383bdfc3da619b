import type { CallAnswer } from '#contract/call.ts'
import type { productCalls } from '#contract/products.ts'

/** What an import did, and the rows that it didn't take. */
export type Imported = CallAnswer<typeof productCalls.uploadProducts>['data']

/** Whether a refusal brought the report along. */
export const isReport = (data: unknown): data is Imported =>
  typeof data === 'object' && data !== null && Array.isArray((data as Partial<Imported>).errors)

/**
 * The refused rows as a file that a spreadsheet opens: with semicolons, which is what those in Spanish expect, and a mark
 * that says UTF-8. A cell that would be taken for a formula gets an apostrophe.
 */
export function reportFile({ errors }: Imported): Blob {
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
