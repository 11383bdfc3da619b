import { readStatementFile } from '#server/features/payments/statement/read-statement-file.ts'
import type { KnownLayouts } from '#server/features/payments/statement/statement-table.ts'
import { type XmlSheet, xmlBook } from './workbooks.ts'

export type Rows = XmlSheet['rows']

/** Reads a statement in this process. */
export async function readParts(bytes: Buffer, known: KnownLayouts = {}) {
  const { statement, unknown } = await readStatementFile(bytes, known)
  return { movements: statement?.movements ?? [], statement, unknown }
}

/** A statement in short: a line for each movement. */
export async function readRows(rows: Rows, known: KnownLayouts = {}) {
  const { movements, statement, unknown } = await readParts(xmlBook([{ rows }]), known)
  if (!statement) throw new Error(`Unknown columns: ${JSON.stringify(unknown)}`)
  const { gaps, refused } = statement
  const lines = movements.map(
    ({ date, description, credit, debit }) => `${date} ${description} ${credit - debit}`,
  )
  return { lines, gaps, refused, account: statement.account, bank: statement.bank, movements }
}

/** Headings that don't identify a bank. */
export const HEADINGS = ['Fecha', 'Descripción', 'N° Documento', 'Cargos', 'Abonos', 'Saldo']
/** A movement below {@link HEADINGS}. */
export const movementRow = (
  date: string | number | { number: number; style: number },
  abono: string | number | null,
  name = 'Transf',
) => [date, name, '1', null, abono, null] as Rows[number]
