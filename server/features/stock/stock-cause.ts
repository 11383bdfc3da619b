import { type RawBuilder, sql } from 'kysely'
import type { StockCause } from '#domain/stock-cause.ts'
import type { Tx } from '../../database/schema.ts'
import type { Actor } from '../audit/record-audit.ts'

type Cause = {
  cause: StockCause
  /** The id of the order or import. */
  reference?: string
  /** The author; absent: a customer. */
  actor?: Actor
}

/** Sets the cause of the transaction's next stock changes, for the triggers that record them. */
export async function setStockCause(tx: Tx, { cause, reference = '', actor }: Cause): Promise<void> {
  const who = actor && actor !== 'operador' ? ('userId' in actor ? actor.userId : actor.keyId) : ''
  await sql`select ${settingOf(sql`${`${cause} ${reference} ${who}`}`)}`.execute(tx)
}

/** Sets the same for a sale, within the statement that writes the order. */
export const saleCause = (orderId: RawBuilder<unknown>) => settingOf(sql`'sale ' || ${orderId}`)

const settingOf = (words: RawBuilder<unknown>) => sql`set_config('botica.stock_cause', ${words}, true)`
