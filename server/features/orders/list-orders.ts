import type { RawBuilder } from 'kysely'
import type { OrderFilter } from '#contract/orders.ts'
import { ORDER_STATUSES } from '#domain/order-status.ts'
import { store } from '#store'
import { containsText } from '../../database/like-pattern.ts'
import { type List, listPage, maintainedCount, where } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { sql } from '../../database/sql.ts'
import { midnight } from '../../database/store-day.ts'
import { ORDER_COLUMNS, type OrderRow } from './queries.ts'

type Sql = RawBuilder<unknown>
type OrderQuery = OrderFilter & {
  /** Absent: the orders of all users. */
  userId?: string
}

/** Orders that are counted one by one, without maintained sums. */
const MOST_COUNTED = 10_000

/**
 * Orders with their lines, newest first or as sorted (docs/product.md#orders-screen).
 *
 * @returns `more` when there are more than `total`, which aren't counted
 */
export async function listOrders(
  database: Db,
  query: OrderQuery,
): Promise<{ rows: OrderRow[]; total: number; more?: true }> {
  const { sort = 'newest' } = query
  const statuses = statusesOf(query)
  if (statuses.length === 0) return { rows: [], total: 0 }
  const conditions = conditionsOf(query)
  const order = query.userId ? customerOrder(query, conditions) : staffOrder(query, conditions)
  const list: List = {
    ...order,
    table: 'orders',
    columns: ORDER_COLUMNS,
    direction: sort === 'oldest' ? 'asc' : 'desc',
  }
  const maintainedTotal = maintainedTotalOf(query)
  if (query.userId || maintainedTotal) return listPage(database, query, { ...list, maintainedTotal })
  const [{ rows }, count] = await Promise.all([
    listPage<OrderRow>(database, query, { ...list, maintainedTotal: READ_FORWARDS }),
    // The index of the search has no status.
    countSome(
      database,
      query.search
        ? sql`select from orders ${where([...ofStatuses(statuses), ...conditions])}`
        : branches(statuses, conditions),
    ),
  ])
  return { rows, ...count }
}

/** A total from which every page is read from the list's beginning. */
const READ_FORWARDS = sql`select ${sql.lit(2 ** 31 - 1)}::int as total`

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
  const indexed = byTotal || from || to || query.proof || query.prescription
  const scope = [...ofStatuses(statuses), ...conditions]
  if (statuses.length > 1 && !indexed) return { scope: conditions, orderBy: ['number'] }
  const by = byTotal ? 'total' : 'created_at'
  const orderBy = [by, 'number']
  if (statuses.length === 1) return { scope, orderBy }
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
  { keys = sql``, end = sql`limit ${sql.lit(MOST_COUNTED + 1)}` } = {},
) =>
  sql.join(
    statuses.map(
      (status) => sql`(select ${keys} from orders ${where([...ofStatuses([status]), ...conditions])} ${end})`,
    ),
    sql` union all `,
  )

async function countSome(database: Db, orders: Sql) {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select from (${orders}) found limit ${sql.lit(MOST_COUNTED + 1)}) counted`.execute(
    database,
  )
  const total = rows[0]!.total
  return total > MOST_COUNTED ? { total: MOST_COUNTED, more: true as const } : { total }
}

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

/** All conditions but the status. */
function conditionsOf({ search, proof, prescription, ...days }: OrderQuery): Sql[] {
  const { from, to } = daysOf(days)
  return [
    ...(from ? [sql`created_at >= ${midnight(from, 0)}`] : []),
    ...(to ? [sql`created_at < ${midnight(to, 1)}`] : []),
    ...(proof ? [PROOF_CONDITIONS[proof]] : []),
    ...(prescription ? [PRESCRIPTION_CONDITIONS[prescription]] : []),
    ...(search ? [containsText('search', search)] : []),
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
