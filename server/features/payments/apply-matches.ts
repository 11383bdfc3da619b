import { sql } from 'kysely'
import { type OrderStatus, orderStatuses } from '#domain/order-status.ts'
import type { Offer } from '#domain/payment-offers.ts'
import type { PaymentReason } from '#domain/payment-reasons.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { Refusal, refusalAt } from '../../refusals/refusal.ts'
import { insertOrderEvents } from '../../webhooks/queue-event.ts'
import { type Actor, accountOf, recordAudit } from '../audit/record-audit.ts'
import { DUE } from '../orders/state/order-payment.ts'
import { comparePayments, comparePaymentsIfOutdated, lockPayments, splitAmount } from './compare-payments.ts'

/** A transfer with its share, in pesos, for each order that it pays. */
type Match = {
  paymentId: string
  date: string
  shares: { orderId: string; amount: number; due: number; reasons: PaymentReason[] }[]
}

type LockedOrder = {
  id: string
  number: number
  status: OrderStatus
  /** Whole pesos still due. */
  due: number
}

/** Locks orders in the order of their ids, so that two transactions don't deadlock. */
export async function lockOrders(tx: Tx, ids: readonly string[]): Promise<Map<string, LockedOrder>> {
  const { rows } = await sql<LockedOrder>`
    select id, number, status, ${DUE} as due
    from orders where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
  return new Map(rows.map((order) => [order.id, order]))
}

/** Writes matches of locked orders, and their effects: the orders' paid amounts, webhook events, timelines, audit entries and mails. */
export async function applyMatches(
  tx: Tx,
  matches: readonly Match[],
  orders: ReadonlyMap<string, LockedOrder>,
  actor: Actor,
): Promise<void> {
  const rows = matches.flatMap(({ paymentId, date, shares }) =>
    shares.map((share, position) => ({ ...share, paymentId, date, position })),
  )
  const values = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row ("paymentId" uuid, "orderId" uuid,
    position int, amount int, due int, reasons jsonb, date date)`
  await sql`
    insert into payment_matches (payment_id, order_id, position, amount, due, reasons, actor_id)
    select "paymentId", "orderId", position, amount, due, reasons, ${accountOf(actor)} from ${values}`.execute(
    tx,
  )
  await sql`
    update payments set state = 'matched', offers = '[]'
    where id = any(${matches.map(({ paymentId }) => paymentId)}::uuid[])`.execute(tx)
  await sql`
    with changed as (
      update orders set paid_amount = paid_amount + paid.amount, paid_on = greatest(paid_on, paid.day)
      from (select "orderId", sum(amount)::int as amount, max(date) as day from ${values} group by "orderId") paid
      where orders.id = paid."orderId"
      returning id, number, status, total, paid_amount, amount
    ), paid as (
      select * from changed where paid_amount >= round(total) and paid_amount - amount < round(total)
    ) ${insertOrderEvents('order.paid', sql`paid`)}`.execute(tx)
  await sql`
    insert into order_events (order_id, kind, actor_id)
    select distinct "orderId", 'paid', ${accountOf(actor)}::uuid from ${values}`.execute(tx)
  await recordAudit(
    tx,
    actor,
    ...rows.map(({ orderId, amount, date }) => ({
      action: 'payment.match' as const,
      subject: { kind: 'order', id: orderId, label: `Pedido N° ${orders.get(orderId)!.number}` },
      after: { amount, date },
    })),
  )
  const mails = rows.map(({ orderId, paymentId }) => ({ kind: 'order-paid' as const, orderId, paymentId }))
  if (mails.length > 0) await queueMail(tx, ...mails)
}

/**
 * Matches all transfers whose match is sure.
 *
 * @param statementId limits them to the transfers of this statement
 * @returns the number of matched transfers
 * @throws Refusal NOT_FOUND
 */
export async function applySure(
  database: Db,
  { statementId, actor }: { statementId?: string; actor: Actor },
): Promise<number> {
  await comparePaymentsIfOutdated(database)
  return inTransaction(database, async (tx) => {
    await lockPayments(tx)
    if (statementId) await requireStatement(tx, statementId)
    const sure = await readSure(tx, statementId)
    const orders = await lockOrders(
      tx,
      sure.flatMap(({ orders }) => orders),
    )
    const matches = sure.flatMap((payment) => {
      try {
        return matchOf(payment, orders)
      } catch (error) {
        // An order of the transfer was cancelled or paid after the comparison.
        if (error instanceof Refusal) return []
        throw error
      }
    })
    if (matches.length > 0) await applyMatches(tx, matches, orders, actor)
    await comparePayments(tx)
    return matches.length
  })
}

type SurePayment = Offer & { id: string; date: string; amount: number }

async function readSure(tx: Tx, statementId: string | undefined): Promise<SurePayment[]> {
  const { rows } = await sql<Omit<SurePayment, keyof Offer> & { offers: Offer[] }>`
    select id, paid_on::text as date, amount, offers from payments
    where state = 'sure' ${statementId ? sql`and statement_id = ${statementId}` : sql``}
    order by paid_on, id`.execute(tx)
  return rows.flatMap(({ offers: [best], ...payment }) => (best ? [{ ...payment, ...best }] : []))
}

/**
 * The match of a transfer with locked orders. Reduces the due pesos in `orders`.
 *
 * @throws Refusal NOT_FOUND; ORDER_CLOSED for a cancelled order; ALREADY_PAID when nothing is due for one; BAD_INPUT when no pesos are left
 *   for one
 */
export function matchOf(
  { id, date, amount, orders: ids, reasons }: Omit<SurePayment, 'difference'>,
  orders: Map<string, LockedOrder>,
): Match {
  const open = ids.map((orderId) => {
    const order = orders.get(orderId)
    if (!order) throw new Refusal('NOT_FOUND')
    const { number, status, due } = order
    if (!orderStatuses[status].holdsStock)
      throw new Refusal('ORDER_CLOSED', { message: `El pedido N° ${number} está cancelado.` })
    if (due <= 0)
      throw new Refusal('ALREADY_PAID', { message: `Al pedido N° ${number} no le falta ningún pago.` })
    return order
  })
  const amounts = splitAmount(
    amount,
    open.map(({ due }) => due),
  )
  const unpaid = open[amounts.findIndex((share) => share <= 0)]
  if (unpaid) {
    const message = `La transferencia no alcanza para el pedido N° ${unpaid.number}.`
    throw refusalAt('BAD_INPUT', 'orders', message)
  }
  const shares = open.map((order, place) => {
    const share = amounts[place]!
    orders.set(order.id, { ...order, due: order.due - share })
    return { orderId: order.id, amount: share, due: order.due, reasons }
  })
  return { paymentId: id, date, shares }
}

async function requireStatement(tx: Tx, id: string) {
  const { rows } = await sql`select from bank_statements where id = ${id}`.execute(tx)
  if (rows.length === 0) throw new Refusal('NOT_FOUND')
}
