import { sql } from 'kysely'
import type { BoardData } from '#contract/board.ts'
import { store } from '#store'
import type { Db } from '../../database/schema.ts'
import { midnight } from '../../database/store-day.ts'
import { DUE, meetsRule } from '../orders/state/order-payment.ts'

const EXPECTED_DAYS = sql.lit('60 days')
const RECEIVED_DAYS = sql.lit(30)

/**
 * Money by transfer, up to the same day as `now`. Money for orders from before the first statement isn't expected,
 * because their transfers are in no statement.
 */
export async function readTransfers(database: Db, now: Date): Promise<BoardData['transfers']> {
  const { rows: firsts } = await sql<{ day: string | null }>`
    select min(first_day) as day from bank_statements`.execute(database)
  const day = firsts[0]?.day
  if (!day) return null
  const instant = sql`${now.toISOString()}::timestamptz`
  const today = sql`(${instant} at time zone ${sql.lit(store.timeZone)})::date`
  const { rows } = await sql<NonNullable<BoardData['transfers']>>`
    select
      (select coalesce(sum(${DUE}), 0)::float8 from orders
        where ${meetsRule('payable')}
          and created_at >= greatest(${instant} - interval ${EXPECTED_DAYS}, ${midnight(day, 0)})) as expected,
      (select coalesce(sum(amount), 0)::float8 from payments
        where state = 'matched' and paid_on > ${today} - ${RECEIVED_DAYS}) as received,
      (select coalesce(sum(amount), 0)::float8 from payments where state in ('sure', 'proposed', 'unknown')) as undecided`.execute(
    database,
  )
  return rows[0]!
}
