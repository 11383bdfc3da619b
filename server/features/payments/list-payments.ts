import { type RawBuilder, sql } from 'kysely'
import type { BankStatement, Payment, PaymentFilter, PaymentReturn } from '#contract/payments.ts'
import { readPayer } from '#domain/payer.ts'
import type { Offer } from '#domain/payment-offers.ts'
import { isWarning, type PaymentReason, reasonInWords } from '#domain/payment-reasons.ts'
import { readPesos } from '#domain/pesos.ts'
import { containsText, likePattern } from '../../database/like-pattern.ts'
import { listPage, type Page, type PageRequest } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { DUE, IS_TO_RETURN } from '../orders/state/order-payment.ts'
import { splitAmount } from './compare-payments.ts'

type Sql = RawBuilder<unknown>
type PaymentOrder = Payment['orders'][number]
type OfferedOrder = Pick<PaymentOrder, '_id' | 'nro_delivery' | 'name' | 'due'>
type PaymentRow = Omit<Payment, 'payer' | 'orders' | 'offers'> & {
  offers: Offer[]
  offered: OfferedOrder[]
  matched: (OfferedOrder & Pick<PaymentOrder, 'amount'> & { reasons: PaymentReason[] })[]
}

const ORDER = sql`'_id', orders.id, 'nro_delivery', number, 'name', trim(orders.name || ' ' || last_name)`

const COLUMNS = sql`payments.id as "_id", paid_on::text as date, payments.amount, description, document, state, offers,
  (select coalesce(json_agg(json_build_object(${ORDER}, 'due', ${DUE})), '[]') from orders
    where orders.id = any(array(select jsonb_array_elements_text(jsonb_path_query_array(offers, '$[*].orders[*]'))::uuid))) as offered,
  (select coalesce(json_agg(json_build_object(${ORDER}, 'due', due, 'amount', payment_matches.amount, 'reasons', reasons)
      order by position), '[]')
    from payment_matches join orders on orders.id = order_id where payment_id = payments.id) as matched`

/** Transfers received, newest first, with the orders that they pay or may pay. */
export async function listPayments(
  database: Db,
  query: PaymentFilter & { statementId?: string },
): Promise<Page<Payment>> {
  const { state, statementId, search } = query
  const { data, ...counted } = await listPage<PaymentRow>(database, query, {
    table: 'payments',
    columns: COLUMNS,
    scope: [
      ...(state ? [sql`state = ${sql.lit(state)}`] : []),
      ...(statementId ? [sql`statement_id = ${statementId}`] : []),
    ],
    filters: search ? [contains(search)] : [],
    limitCount: true,
    orderBy: ['paid_on', 'id'],
  })
  return { data: data.map(presentPayment), ...counted }
}

export async function findPayment(database: Db, id: string): Promise<Payment | undefined> {
  const { rows } = await sql<PaymentRow>`select ${COLUMNS} from payments where id = ${id}`.execute(database)
  return rows.map(presentPayment)[0]
}

/** The condition that a text, a document, an amount, or an order's number or name contains the search. */
function contains(search: string): Sql {
  const pesos = readPesos(search)
  const amount = pesos && pesos !== 'ambiguous' ? [sql`amount::text like ${likePattern(pesos.digits)}`] : []
  const pattern = sql`(select fold(${likePattern(search)}))`
  const ofOrders = sql`select id from orders where search like ${pattern}`
  return sql`(${sql.join(
    [
      sql`search like ${pattern}`,
      ...amount,
      sql`payments.id in (select payment_id from payment_matches where order_id in (${ofOrders}))`,
      sql`exists (select from jsonb_array_elements(offers) offer, jsonb_array_elements_text(offer -> 'orders') offered
        where offered::uuid in (${ofOrders}))`,
    ],
    sql` or `,
  )})`
}

function presentPayment({ offers: stored, offered, matched, ...payment }: PaymentRow): Payment {
  const offers = stored.map((offer) => ({
    ...offer,
    ...presentReasons(offer.reasons),
    orders: sharesOf(payment.amount, offer, offered),
  }))
  const paid = matched.map(({ reasons, ...order }) => ({ ...order, ...presentReasons(reasons) }))
  return {
    ...payment,
    payer: presentPayer(payment),
    orders: paid.length > 0 ? paid : (offers[0]?.orders ?? []),
    offers,
  }
}

/** The first name and the first certain RUT that the transfer's texts have. */
function presentPayer(transfer: Pick<Payment, 'description' | 'document' | 'amount'>): Payment['payer'] {
  const { names, ruts } = readPayer(transfer)
  return { name: names[0]?.map(capitalized).join(' ') ?? '', rut: ruts[0] ?? '' }
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The reasons in words. A string is a sentence that an older version stored in place of a code. */
const presentReasons = (reasons: readonly (PaymentReason | string)[]) => ({
  reasons: reasons.map((reason) => (typeof reason === 'string' ? reason : reasonInWords(reason))),
  warnings: reasons.flatMap((reason) =>
    typeof reason !== 'string' && isWarning(reason) ? reasonInWords(reason) : [],
  ),
})

/** An offer's orders with the pesos that each would get. */
function sharesOf(
  amount: number,
  { orders: ids, reasons }: Offer,
  offered: readonly OfferedOrder[],
): PaymentOrder[] {
  const orders = ids.flatMap((id) => offered.find(({ _id }) => _id === id) ?? [])
  const amounts = splitAmount(
    amount,
    orders.map(({ due }) => due),
  )
  return orders.map((order, place) => ({ ...order, amount: amounts[place]!, ...presentReasons(reasons) }))
}

const RETURN_COLUMNS = sql`orders.id as "_id", number as nro_delivery, trim(name || ' ' || last_name) as name, email, phone,
  paid_amount as amount, paid_on::text as "paidOn", returned_at as "returnedAt",
  (select max(happened_at) from order_events where order_id = orders.id and kind = 'cancelled') as "cancelledAt"`

const JOIN = sql`left join payment_returns on payment_returns.order_id = orders.id`

/** Cancelled orders that were paid: those whose money wasn't returned yet first, then the newest. */
export function listReturns(database: Db, query: PageRequest): Promise<Page<PaymentReturn>> {
  return listPage<PaymentReturn>(database, query, {
    table: 'orders',
    columns: RETURN_COLUMNS,
    joins: JOIN,
    sortJoins: JOIN,
    scope: [IS_TO_RETURN],
    filters: query.search ? [containsText('orders.search', query.search)] : [],
    limitCount: true,
    orderBy: [{ value: sql`payment_returns.order_id is null` }, 'number'],
  })
}

const ofState = (state: string) =>
  sql`(select count(*)::int from payments where statement_id = bank_statements.id and state = ${sql.lit(state)})`

const STATEMENT_COLUMNS = sql`bank_statements.id as "_id", bank, account, file_name as "fileName", actor_name as actor,
  bank_statements.created_at as "createdAt", coalesce(first_day::text, '') as "from", coalesce(last_day::text, '') as "to",
  credits, repeated, gaps, refused, ${ofState('sure')} as sure, ${ofState('proposed')} as proposed,
  ${ofState('unknown')} as unknown, ${ofState('matched')} as matched, ${ofState('aside')} as aside`

export function listStatements(database: Db, query: PageRequest): Promise<Page<BankStatement>> {
  return listPage<BankStatement>(database, query, {
    table: 'bank_statements',
    columns: STATEMENT_COLUMNS,
  })
}

export async function findStatement(database: Db, id: string): Promise<BankStatement | undefined> {
  const { rows } = await sql<BankStatement>`
    select ${STATEMENT_COLUMNS} from bank_statements where id = ${id}`.execute(database)
  return rows[0]
}
