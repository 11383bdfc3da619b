import { Refusal } from '../../refusals/refusal.ts'
import type { AssignedColumns, Statement } from './statement.ts'

type Known = {
  /** The columns assigned for this file. */
  columns?: AssignedColumns
  /** The columns assigned before, by the key of their headings (`Statement.headings`). */
  remembered?: Readonly<Record<string, AssignedColumns>>
  /** Called with the error when a file crashes the worker. */
  onCrash: (error: unknown) => void
}

/**
 * Reads a bank statement (docs/product.md#bank-statements) in a limited worker.
 *
 * @throws Refusal STATEMENT_UNREADABLE; STATEMENT_COLUMNS with the table's columns (`StatementColumns`) for an unknown layout
 */
export async function readStatement(_bytes: Buffer, _known: Known): Promise<Statement> {
  throw new Refusal('STATEMENT_UNREADABLE')
}
