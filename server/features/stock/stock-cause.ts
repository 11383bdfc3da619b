import { sql } from 'kysely'
import type { StockCause } from '#domain/stock-cause.ts'
import type { Tx } from '../../database/schema.ts'
import type { Actor } from '../audit/record-audit.ts'

type Cause = {
  cause: StockCause
  /** The id of the order or import. */
  reference?: string
  /** The acting user; absent: a customer. */
  actor?: Actor
}

/** Sets the cause of the transaction's next stock changes, for the triggers that record them. */
export async function setStockCause(tx: Tx, { cause, reference = '', actor }: Cause): Promise<void> {
  const userId = actor === undefined || actor === 'operador' ? '' : actor.userId
  await sql`select set_config('botica.stock_cause', ${`${cause} ${reference} ${userId}`}, true)`.execute(tx)
}
