import { type RawBuilder, sql } from 'kysely'
import { PAYMENT_RULES, type PaymentRule } from '#domain/order-payment.ts'
import {
  ORDER_STATUSES,
  type OrderStatus,
  orderStatuses,
  type StatusFact,
  statusesWith,
} from '#domain/order-status.ts'
import { lastOverdueDay } from '#domain/overdue-proof.ts'
import { store } from '#store'
import type { Db } from '../../../database/schema.ts'
import { midnight } from '../../../database/store-day.ts'

type Sql = RawBuilder<unknown>

/** SQL conditions of `orders` by status and payment, made from the rules of domain/order-status.ts and domain/order-payment.ts. */

/** The condition that the status in a column has a fact; by default the status of `orders`. */
export const statusIs = (fact: StatusFact, column: Sql = STATUS) => isAmong(column, statusesWith(fact))

const STATUS = sql`orders.status`
// Literals, because the planner can't match parameters to partial indexes.
const isAmong = (column: Sql, statuses: readonly OrderStatus[]) =>
  sql<boolean>`${column} in (${sql.join(statuses.map((status) => sql.lit(status)))})`

/** The condition that an order is cancelled and transfers have paid for it. */
export const IS_TO_RETURN = sql<boolean>`(${isAmong(
  STATUS,
  ORDER_STATUSES.filter((status) => !orderStatuses[status].holdsStock),
)} and orders.paid_amount > 0)`

/** The condition that the money of a cancelled order wasn't returned yet (docs/payments.md#sales-books). */
export const IS_OWED = sql<boolean>`(${IS_TO_RETURN}
  and not exists (select from payment_returns where order_id = orders.id))`

/** The whole pesos that are still due for one of `orders`; less than zero when more was paid. */
export const DUE = sql<number>`(round(orders.total)::int - orders.paid_amount)`

/** A rule's condition without the statuses, in the words of the partial indexes. */
export function amountsMeet(name: PaymentRule): Sql {
  const { paid, proof }: { paid: 'nothing' | 'less'; proof?: boolean } = PAYMENT_RULES[name]
  return sql.join(
    [
      sql`orders.paid_amount < round(orders.total)`,
      ...(paid === 'nothing' ? [sql`orders.paid_amount = 0`] : []),
      ...(proof === undefined ? [] : [proof ? sql`orders.payment <> ''` : sql`orders.payment = ''`]),
    ],
    sql` and `,
  )
}

/** The condition that one of `orders` meets a rule. */
export const meetsRule = (name: PaymentRule) =>
  sql<boolean>`(${statusIs(PAYMENT_RULES[name].status)} and ${amountsMeet(name)})`

/** The condition that transfers pay the whole order. */
export const IS_PAID = sql`orders.paid_amount > 0 and orders.paid_amount >= round(orders.total)`

/** The conditions of the indexes `orders_without_proof`, `orders_to_check` and `orders_with_proof`. */
export const PROOF_CONDITIONS = {
  missing: amountsMeet('withoutProof'),
  unchecked: sql`${amountsMeet('proofToCheck')} and proof_checked_at is null`,
  sent: sql`payment <> ''`,
}

const OFFERED = sql`jsonb_path_query_array(offers, '$[*].orders[*]')`

/**
 * Whether a transfer that waits for a decision may pay one of `orders`. It counts, because with `exists` PostgreSQL reads all transfers.
 */
export const HAS_OFFER = sql`(select count(*) > 0 from payments
  where state in ('sure', 'proposed') and ${OFFERED} @> jsonb_build_array(orders.id::text))`

/** The same condition as {@link HAS_OFFER} for lists of orders: it reads the offers first, because they are few. */
export const HAS_OFFER_IN_LIST = sql`orders.id in (select jsonb_array_elements_text(${OFFERED})::uuid from payments
  where state in ('sure', 'proposed'))`

/** The day of the current payment proof. A proof from before order events were recorded has the order's day. */
export const PROOF_DAY = sql`(coalesce(
  (select max(happened_at) from order_events where order_id = orders.id and kind = 'proof'), orders.created_at)
  at time zone ${sql.lit(store.timeZone)})::date`

/** The first and the last day of all bank statements, as JSON; null without any. */
export const STATEMENT_DAYS = sql`(select case when max(last_day) is not null then
  json_build_object('from', min(first_day), 'until', max(last_day)) end from bank_statements)`

/** Days, `YYYY-MM-DD`, both included. */
export type StatementDays = { from: string; until: string }

/** Whether statements cover the day of a proof and three working days after it, so that its transfer should be in them. */
export const isOverdue = (proofDay: string, { from, until }: StatementDays) =>
  from <= proofDay && proofDay <= lastOverdueDay(until)

/** The maximum time between an order and its proof; it limits the orders that are read. */
const PROOF_DELAY = sql.lit('60 days')

/**
 * The condition, without the status, of orders whose proof {@link isOverdue} and which no undecided transfer may pay; for the index
 * `orders_with_proof_only`.
 */
export async function overdueProofs(database: Db) {
  const { rows } = await sql<{ days: StatementDays | null }>`select ${STATEMENT_DAYS} as days`.execute(
    database,
  )
  const days = rows[0]?.days
  if (!days) return sql`false`
  const { from, until } = days
  return sql`${amountsMeet('proofAlone')} and created_at >= ${midnight(from, 0)} - interval ${PROOF_DELAY}
    and ${PROOF_DAY} between ${from}::date and ${lastOverdueDay(until)}::date
    and not ${HAS_OFFER}`
}
