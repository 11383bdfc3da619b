import type { StatementColumns } from '#contract/payments.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { runLimited } from '../../spreadsheets/limited-process.ts'
import { readTable, withHeadings } from '../../tables/read-table.ts'
import type { StatementPart } from './read-statement-file.ts'
import type { Movement, Statement } from './statement.ts'
import type { KnownColumns } from './statement-table.ts'

const READER = new URL('./read-statement-process.ts', import.meta.url)

type Known = KnownColumns & {
  /** Called with the error when a file crashes its process. */
  onCrash: (error: unknown) => void
}

/**
 * Reads a bank statement (docs/product.md#bank-statements) in a limited process.
 *
 * @param known the columns assigned for this file, and those assigned before by the key of their headings (`Statement.headings`)
 * @throws Refusal STATEMENT_UNREADABLE; STATEMENT_COLUMNS with the table's columns (`StatementColumns`) for an unknown layout
 */
export async function readStatement(
  bytes: Buffer,
  { columns, remembered, onCrash }: Known,
): Promise<Statement> {
  const movements: Movement[] = []
  let statement: StatementPart['statement']
  const onPart = (part: StatementPart) => {
    movements.push(...(part.movements ?? []))
    statement = part.statement ?? statement
  }
  await readTable<StatementPart>(
    (post) =>
      runLimited<StatementPart>(READER, { input: { bytes, columns, remembered }, onPart: post, onCrash }),
    onPart,
    { unreadable, unknown: unknownColumns },
  )
  if (!statement) throw unreadable('No pudimos leer la cartola.')
  return { ...statement, movements }
}

const unreadable = (message: string) =>
  new Refusal('STATEMENT_UNREADABLE', { message, issues: [{ path: 'file', message }] })

function unknownColumns(data: StatementColumns): Refusal {
  const message = withHeadings(
    'No reconocemos las columnas de la cartola.',
    data.sheets,
    'La cartola no tiene encabezados que reconozcamos.',
  )
  return new Refusal('STATEMENT_COLUMNS', { message, issues: [{ path: 'file', message }], data })
}
