import { sql } from 'kysely'
import type { OrderStatus } from '#domain/order-status.ts'
import type { PaymentReason } from '#domain/payment-reasons.ts'
import type { Tx } from '../../database/schema.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { orderEvents } from '../../webhooks/queue-event.ts'
import { type Actor, accountOf, recordAudit } from '../audit/record-audit.ts'
import { DUE } from '../orders/order-payment.ts'

/** A transfer, and its pesos for each order that it pays. */
export type Match = {
  paymentId: string
  date: string
  shares: { orderId: string; amount: number; due: number; reasons: PaymentReason[] }[]
}

export type LockedOrder = {
  id: string
  number: number
  status: OrderStatus
  /** Whole pesos still due. */
  due: number
}

/** Locks orders in the order of their ids, so that two transactions don't wait for each other. */
export async function lockOrders(tx: Tx, ids: readonly string[]): Promise<Map<string, LockedOrder>> {
  const { rows } = await sql<LockedOrder>`
    select id, number, status, ${DUE} as due
    from orders where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
  return new Map(rows.map((order) => [order.id, order]))
}

/** Writes matches of locked orders with all that follows: the orders' sums, timelines, audit entries and mails. */
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
    ) ${orderEvents('order.paid', sql`paid`)}`.execute(tx)
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
