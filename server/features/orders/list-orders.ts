import { type RawBuilder, sql } from 'kysely'
import type { OrderFilter } from '#contract/orders.ts'
import { ORDER_STATUSES } from '#domain/order-status.ts'
import { store } from '#store'
import { containsText } from '../../database/like-pattern.ts'
import {
  boundedCount,
  type Counted,
  type List,
  listPage,
  MAX_COUNTED,
  maintainedCount,
  where,
} from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { midnight } from '../../database/store-day.ts'
import { ORDER_COLUMNS, type OrderRow } from './queries.ts'

type Sql = RawBuilder<unknown>
type OrderQuery = OrderFilter & {
  /** Absent: the orders of all users. */
  userId?: string
}

/** Orders with their lines, newest first or as sorted (docs/product.md#orders-screen). */
export async function listOrders(database: Db, query: OrderQuery): Promise<{ rows: OrderRow[] } & Counted> {
  const { sort = 'newest', search } = query
  const statuses = statusesOf(query)
  if (statuses.length === 0) return { rows: [], total: 0 }
  const conditions = conditionsOf(query)
  const maintainedTotal = maintainedTotalOf(query)
  return listPage<OrderRow>(database, query, {
    ...(query.userId ? customerOrder(query, conditions) : staffOrder(query, conditions)),
    table: 'orders',
    columns: ORDER_COLUMNS,
    filters: search ? [containsText('search', search)] : [],
    maintainedTotal,
    ...(!query.userId && !maintainedTotal && { boundedTotal: boundedCount(branches(statuses, conditions)) }),
    direction: sort === 'oldest' ? 'asc' : 'desc',
  })
}

const customerOrder = (query: OrderQuery, conditions: Sql[]): Pick<List, 'scope' | 'orderBy'> => ({
  scope: [sql`user_id = ${query.userId}`, ...ofStatuses(statusesOf(query)), ...conditions],
  orderBy: query.sort === 'total' ? ['total', 'number'] : ['number'],
})

/**
 * Each index begins with the status, since a list is most often of one status, and an order's own place in it is cheap to write.
 * The list of several statuses is merged from theirs. Without anything that an index has, numbers are the moments' order.
 */
function staffOrder(query: OrderQuery, conditions: Sql[]): Pick<List, 'scope' | 'orderBy' | 'source'> {
  const statuses = statusesOf(query)
  const { from, to } = daysOf(query)
  const byTotal = query.sort === 'total'
  const scope = [...ofStatuses(statuses), ...conditions]
  const indexed = statuses.length === 1 || from || to || query.proof || query.prescription
  if (!byTotal && (query.search || !indexed)) return { scope, orderBy: ['number'] }
  const by = byTotal ? 'total' : 'created_at'
  const orderBy = [by, 'number']
  if (query.search || statuses.length === 1) return { scope, orderBy }
  const keys = sql`id, ${sql.ref(by)}, number`
  return {
    scope,
    orderBy,
    source: ({ offset, limit }, direction) =>
      sql`(${branches(statuses, conditions, {
        keys,
        end: sql`order by ${sql.ref(by)} ${direction}, number ${direction} limit ${sql.lit(offset + limit)}`,
      })}) merged`,
  }
}

/** The orders of each status, which an index has together, one after the other. */
const branches = (
  statuses: readonly OrderRow['status'][],
  conditions: Sql[],
  { keys = sql``, end = sql`limit ${sql.lit(MAX_COUNTED + 1)}` } = {},
) =>
  sql.join(
    statuses.map(
      (status) => sql`(select ${keys} from orders ${where([...ofStatuses([status]), ...conditions])} ${end})`,
    ),
    sql` union all `,
  )

/** 'Por revisar' and 'Falta la receta' are pending orders always, 'Sin comprobante' unless another status is asked for. */
function statusesOf({ status, proof, prescription }: OrderQuery): readonly OrderRow['status'][] {
  const wanted = status ?? (proof === 'missing' ? 'pending' : undefined)
  const ofPending = proof === 'unchecked' || prescription === 'missing'
  if (!ofPending) return wanted ? [wanted] : ORDER_STATUSES
  return wanted && wanted !== 'pending' ? [] : ['pending']
}

/** Words of the contract are literals here: with parameters the planner couldn't use the partial indexes. */
const ofStatuses = ([first, ...others]: readonly string[]): Sql[] =>
  first && others.length === 0 ? [sql`status = ${sql.lit(first)}`] : []

/** All conditions but the status and the search. */
function conditionsOf({ proof, prescription, ...days }: OrderQuery): Sql[] {
  const { from, to } = daysOf(days)
  return [
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

/** By the index `orders_with_prescription`. The offset keeps the planner from reading the lines of all orders. */
const PRESCRIPTION_CONDITIONS = {
  missing: sql`not prescription_sent and exists (select from order_lines l join products p on p.id = l.product_id
    where l.order_id = orders.id and p.prescription offset 0)`,
  sent: sql`prescription_sent`,
}

/** The total from maintained sums, which are by status and day, and for pending orders by proof; undefined for other filters. */
function maintainedTotalOf({
  userId,
  search,
  status,
  proof,
  prescription,
  ...days
}: OrderQuery): Sql | undefined {
  const { from, to } = daysOf(days)
  if (userId || search || prescription) return undefined
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
