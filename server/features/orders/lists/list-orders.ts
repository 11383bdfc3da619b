import { type RawBuilder, sql } from 'kysely'
import type { OrderFilter } from '#contract/order-filters.ts'
import { ORDER_STATUSES, type OrderStatus, orderStatuses, type StatusFact } from '#domain/order-status.ts'
import { readPesos } from '#domain/pesos.ts'
import { containsText } from '../../../database/like-pattern.ts'
import { type List, listPage, type Page } from '../../../database/list-page.ts'
import type { Db } from '../../../database/schema.ts'
import { type Days, withinDays } from '../../../database/store-day.ts'
import { IS_TO_REVIEW, NEEDS_PRESCRIPTION, PRESCRIPTION_STATE } from '../prescriptions/prescription-state.ts'
import {
  amountsMeet,
  HAS_OFFER_IN_LIST,
  IS_PAID,
  overdueProofs,
  PROOF_CONDITIONS,
} from '../state/order-payment.ts'
import { ORDER_COLUMNS, type OrderRow } from './queries.ts'

type Sql = RawBuilder<unknown>
type OrderQuery = OrderFilter & {
  /** The customer; absent: the orders of all users. */
  userId?: string
}

/** Orders with their lines, newest first or as sorted. */
export async function listOrders(database: Db, query: OrderQuery): Promise<Page<OrderRow>> {
  const statuses = statusesOf(query)
  if (statuses.length === 0) return { data: [], total: 0 }
  const ofStatus = statuses.length === 1 ? [sql`status = ${sql.lit(statuses[0])}`] : []
  const conditions = [...ofStatus, ...conditionsOf(query), ...(await paidConditions(database, query))]
  return listPage<OrderRow>(database, query, {
    ...(query.userId
      ? { scope: [sql`user_id = ${query.userId}`, ...conditions], orderBy: customerOrder(query) }
      : { scope: conditions, limitCount: takesLongToCheck(query), ...staffOrder(query, statuses) }),
    table: 'orders',
    columns: ORDER_COLUMNS,
    filters: query.search ? [finds(query.search, { byTotal: query.userId === undefined })] : [],
    findBeforeSorting: isAmongFew(query),
    direction: query.sort === 'oldest' ? 'asc' : 'desc',
  })
}

/** The condition that an order's number or a name contains the search or, with `byTotal`, that its total is the amount searched for. */
function finds(search: string, { byTotal }: { byTotal: boolean }): Sql {
  const text = containsText('search', search)
  const amount = byTotal ? readPesos(search) : null
  if (!amount || amount === 'ambiguous' || amount.digits.length > MAX_TOTAL_DIGITS) return text
  const pesos = sql.lit(Number(amount.digits))
  // Names every status, so that PostgreSQL can use the index `orders_by_status_and_total`.
  return sql`(${text} or status in (${sql.join(ORDER_STATUSES.map((status) => sql.lit(status)))})
    and total >= ${pesos} - 0.5 and total < ${pesos} + 0.5)`
}
const MAX_TOTAL_DIGITS = 9

const customerOrder = ({ sort }: OrderQuery) => (sort === 'total' ? ['total', 'number'] : ['number'])

/**
 * The sort keys of the staff's list. Each index begins with the status, because most lists have one status. With a search or without
 * filters, the list is sorted by the order's number in place of its time, because both ascend together.
 */
function staffOrder(query: OrderQuery, statuses: readonly OrderStatus[]): Pick<List, 'orderBy' | 'parts'> {
  const { from, to } = daysOf(query)
  const byTotal = query.sort === 'total'
  const indexed =
    statuses.length === 1 || from || to || query.proof || query.prescription || query.paid || query.shipment
  if (!byTotal && (query.search || !indexed)) return { orderBy: ['number'] }
  return {
    orderBy: [byTotal ? 'total' : 'created_at', 'number'],
    ...(!query.search && statuses.length > 1 && { parts: { column: 'status', values: statuses } }),
  }
}

/**
 * The statuses that a query can find. The filters for unchecked proofs, missing or unreviewed prescriptions and shipments imply open
 * orders, and 'Por retener' delivered ones. 'Sin comprobante' and 'Sin pago' imply open orders unless a status is given. The filters for
 * offered and for missing transfers leave out cancelled orders.
 */
function statusesOf({ status, proof, prescription, paid, shipment }: OrderQuery): readonly OrderStatus[] {
  const facts: StatusFact[] = []
  if (proof === 'unchecked' || prescription === 'missing' || prescription === 'unreviewed' || shipment)
    facts.push('isOpen')
  if (!status && (proof === 'missing' || paid === 'unpaid')) facts.push('isOpen')
  if (prescription === 'to-retain') facts.push('isHandedOver')
  if (paid === 'to-confirm' || paid === 'proof-only') facts.push('holdsStock')
  return ORDER_STATUSES.filter(
    (one) => (!status || one === status) && facts.every((fact) => orderStatuses[one][fact]),
  )
}

/**
 * The conditions besides status and search. The filters' words are literals, because PostgreSQL can't match parameters to partial indexes.
 */
function conditionsOf({ proof, prescription, shipment, ...days }: OrderQuery): Sql[] {
  return [
    ...withinDays('created_at', daysOf(days)),
    ...(proof ? [PROOF_CONDITIONS[proof]] : []),
    ...(prescription ? [PRESCRIPTION_CONDITIONS[prescription]] : []),
    ...(shipment ? shipmentConditions(shipment) : []),
  ]
}

/** The conditions of the index `orders_by_shipment`. */
const shipmentConditions = (shipment: NonNullable<OrderQuery['shipment']>): Sql[] =>
  shipment === 'to-agree'
    ? [sql`shipment = 'waiting'`, sql`delivery_name = ''`]
    : [sql`shipment = ${sql.lit(shipment)}`]

const daysOf = ({ day, from = day, to = day }: Pick<OrderQuery, 'day' | 'from' | 'to'>): Days => ({
  from,
  to,
})

/** The conditions of the indexes `orders_paid`, `orders_unpaid`, `orders_with_difference` and `orders_with_proof_only`. */
async function paidConditions(database: Db, { paid }: OrderQuery): Promise<Sql[]> {
  switch (paid) {
    case undefined:
      return []
    case 'paid':
      return [IS_PAID]
    case 'unpaid':
      return [amountsMeet('withoutTransfer')]
    case 'to-confirm':
      return [amountsMeet('payable'), HAS_OFFER_IN_LIST]
    case 'difference':
      return [sql`paid_amount > 0`, sql`paid_amount <> round(total)`]
    case 'proof-only':
      return [await overdueProofs(database)]
  }
}

/** The conditions of the prescription filter; `sent` is that of the index `orders_with_prescription`. */
const PRESCRIPTION_CONDITIONS = {
  missing: sql`not prescription_sent and ${NEEDS_PRESCRIPTION}`,
  sent: sql`prescription_sent`,
  unreviewed: IS_TO_REVIEW,
  approved: sql`orders.id in (select order_id from prescription_reviews where approved) and ${PRESCRIPTION_STATE} = 'approved'`,
  rejected: sql`orders.id in (select order_id from prescription_reviews where not approved) and ${PRESCRIPTION_STATE} = 'rejected'`,
  // The condition of the index `dispensed_to_retain`.
  'to-retain': sql`orders.id in (select order_id from dispensed_prescriptions
    where struck_at is null and sale_condition <> 'simple' and not retained and folio = '')`,
}

/** Whether a filter checks values of each order that its index doesn't have. */
const takesLongToCheck = ({ search, prescription, paid }: OrderQuery) =>
  search !== undefined || prescription !== undefined || paid !== undefined

/** Whether a filter begins with the orders of a short list: those with a page, a review or an offered transfer. */
const isAmongFew = ({ prescription, paid }: OrderQuery) =>
  paid === 'to-confirm' ||
  prescription === 'unreviewed' ||
  prescription === 'approved' ||
  prescription === 'rejected'
