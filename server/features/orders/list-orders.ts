import { type RawBuilder, sql } from 'kysely'
import type { OrderFilter } from '#contract/orders.ts'
import { store } from '#store'
import { containsText } from '../../database/like-pattern.ts'
import { listPage, maintainedCount, where } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { midnight } from '../../database/store-day.ts'
import { ORDER_COLUMNS, type OrderRow } from './queries.ts'

type OrderQuery = OrderFilter & {
  /** Absent: the orders of all users. */
  userId?: string
}

/** Orders with their lines, newest first or as sorted (docs/product.md#orders-screen). */
export function listOrders(database: Db, query: OrderQuery) {
  const { userId, search, sort = 'newest' } = query
  return listPage<OrderRow>(database, query, {
    table: 'orders',
    columns: ORDER_COLUMNS,
    scope: conditionsOf(query),
    filters: [
      ...(userId ? [sql`user_id = ${userId}`] : []),
      ...(search ? [containsText('search', search)] : []),
    ],
    maintainedTotal: maintainedTotal(query),
    // Each is the end of an index for all orders, and of one for each of the common conditions.
    orderBy: sort === 'total' ? ['total', 'number'] : userId ? ['number'] : ['created_at', 'number'],
    direction: sort === 'oldest' ? 'asc' : 'desc',
  })
}

/** Words of the contract are literals here: with parameters the planner couldn't use the partial indexes. */
function conditionsOf({ status, proof, prescription, ...days }: OrderQuery): RawBuilder<unknown>[] {
  const { from, to } = daysOf(days)
  const ofPending = proof === 'unchecked' || prescription === 'missing'
  const wanted = status ?? (proof === 'missing' ? 'pending' : undefined)
  return [
    ...(wanted ? [sql`status = ${sql.lit(wanted)}`] : []),
    ...(ofPending && wanted !== 'pending' ? [sql`status = 'pending'`] : []),
    ...(from ? [sql`created_at >= ${midnight(from, 0)}`] : []),
    ...(to ? [sql`created_at < ${midnight(to, 1)}`] : []),
    ...(proof ? [PROOF_CONDITIONS[proof]] : []),
    ...(prescription ? [PRESCRIPTION_CONDITIONS[prescription]] : []),
  ]
}

const daysOf = ({ day, from = day, to = day }: Pick<OrderQuery, 'day' | 'from' | 'to'>) => ({ from, to })

/** The conditions of the indexes `orders_without_proof`, `orders_to_check` and `orders_with_proof`. */
const PROOF_CONDITIONS = {
  missing: sql`payment = ''`,
  unchecked: sql`payment <> '' and proof_checked_at is null`,
  sent: sql`payment <> ''`,
}

const SENT = sql`exists (select from order_prescriptions where order_id = orders.id)`
const PRESCRIPTION_CONDITIONS = {
  missing: sql`exists (select from order_lines l join products p on p.id = l.product_id
    where l.order_id = orders.id and p.prescription) and not ${SENT}`,
  sent: SENT,
}

/** The total from maintained sums, which are by status and day, and for pending orders by proof; undefined for other filters. */
function maintainedTotal({
  status,
  proof,
  prescription,
  ...days
}: OrderQuery): RawBuilder<unknown> | undefined {
  const { from, to } = daysOf(days)
  if (prescription) return undefined
  if (proof) {
    const ofPending = proof !== 'sent' && (status ?? 'pending') === 'pending'
    return ofPending && !from && !to ? totalByStatus('pending', proof) : undefined
  }
  if (from || to) return totalByDay(status, from, to)
  return status ? totalByStatus(status) : maintainedCount('orders')
}

function totalByStatus(status: string, proof?: string) {
  const conditions = [sql`status = ${sql.lit(status)}`, ...(proof ? [sql`proof = ${sql.lit(proof)}`] : [])]
  return sql`select coalesce(sum(orders), 0)::int as total from (
    select orders from order_status_sums ${where(conditions)}
    union all select orders from order_sum_changes ${where(conditions)}) sums`
}

function totalByDay(status?: string, from?: string, to?: string) {
  const ofStatus = status ? [sql`status = ${sql.lit(status)}`] : []
  const days = where([
    sql`zone = ${sql.lit(store.timeZone)}`,
    ...ofStatus,
    ...(from ? [sql`day >= ${from}::date`] : []),
    ...(to ? [sql`day <= ${to}::date`] : []),
  ])
  const quarters = where([
    ...ofStatus,
    ...(from ? [sql`quarter >= ${midnight(from, 0)}`] : []),
    ...(to ? [sql`quarter < ${midnight(to, 1)}`] : []),
  ])
  return sql`select coalesce(sum(orders), 0)::int as total from (
    select orders from order_day_sums ${days}
    union all select orders from order_sum_changes ${quarters}) sums`
}
