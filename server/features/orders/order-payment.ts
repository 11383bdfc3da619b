import { sql } from 'kysely'
import { lastOverdueDay } from '#domain/overdue-proof.ts'
import { store } from '#store'
import type { Db } from '../../database/schema.ts'
import { midnight } from '../../database/store-day.ts'

/** Conditions of `orders` by the transfers that pay them (docs/product.md#orders-screen). */

export const IS_PAID = sql`paid_amount > 0 and paid_amount >= round(total)`

/** The opposite of {@link IS_PAID}, as the partial indexes have it. */
export const NOT_PAID = sql`(paid_amount = 0 or paid_amount < round(total))`

const OFFERED = sql`jsonb_path_query_array(offers, '$[*].orders[*]')`

/** Whether a transfer that waits for a decision may pay one of `orders`. A count, because for `exists` PostgreSQL reads all transfers. */
export const IS_OFFERED = sql`(select count(*) > 0 from payments
  where state in ('sure', 'proposed') and ${OFFERED} @> jsonb_build_array(orders.id::text))`

/** The condition {@link IS_OFFERED} for a list, which reads the few offers first. */
export const IS_AMONG_OFFERED = sql`orders.id in (select jsonb_array_elements_text(${OFFERED})::uuid from payments
  where state in ('sure', 'proposed'))`

/** The day of the current payment proof; of a proof older than the events that of the order. */
export const PROOF_DAY = sql`(coalesce(
  (select max(happened_at) from order_events where order_id = orders.id and kind = 'proof'), orders.created_at)
  at time zone ${sql.lit(store.timeZone)})::date`

/** The first and the last day of all bank statements, as JSON; null without any. */
export const STATEMENT_DAYS = sql`(select case when max(last_day) is not null then
  json_build_object('from', min(first_day), 'until', max(last_day)) end from bank_statements)`

/** Days, `YYYY-MM-DD`, both included. */
export type StatementDays = { from: string; until: string }

/** Whether a proof of this day has had no transfer for three working days that statements cover. */
export const isOverdue = (proofDay: string, { from, until }: StatementDays) =>
  from <= proofDay && proofDay <= lastOverdueDay(until)

/** Orders are at most this much older than their proofs. */
const PROOF_DELAY = sql.lit('60 days')

/**
 * The condition of orders, apart from their status, whose proof {@link isOverdue} and that no undecided transfer may pay; for the index
 * `orders_with_proof_only`.
 */
export async function overdueProofs(database: Db) {
  const { rows } = await sql<{ days: StatementDays | null }>`select ${STATEMENT_DAYS} as days`.execute(
    database,
  )
  const days = rows[0]?.days
  if (!days) return sql`false`
  const { from, until } = days
  return sql`payment <> '' and paid_amount = 0 and created_at >= ${midnight(from, 0)} - interval ${PROOF_DELAY}
    and ${PROOF_DAY} between ${from}::date and ${lastOverdueDay(until)}::date
    and not ${IS_OFFERED}`
}
