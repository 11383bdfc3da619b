import { sql } from 'kysely'
import type { PaymentState } from '#contract/payments.ts'
import { orderStatuses } from '#domain/order-status.ts'
import type { Offer } from '#domain/payment-offers.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { type Actor, accountOf, recordAudit } from '../audit/record-audit.ts'
import { lockOrder } from '../orders/state/lock-order.ts'
import { applyMatches, lockOrders, matchOf } from './apply-matches.ts'
import { comparePayments, lockPayments } from './compare-payments.ts'

/**
 * Pays orders with a transfer: each due amount in the given order, and all the rest for the last one.
 *
 * @throws Refusal NOT_FOUND; ALREADY_MATCHED; ALREADY_PAID when nothing is due for an order; ORDER_CLOSED for a cancelled one; BAD_INPUT
 *   when no pesos of the transfer are left for an order
 */
export async function matchPayment(
  database: Db,
  { paymentId, orderIds, actor }: { paymentId: string; orderIds: string[]; actor: Actor },
): Promise<void> {
  const ids = [...new Set(orderIds.map((id) => id.toLowerCase()))]
  await decide(database, paymentId, async (tx, payment) => {
    if (payment.state === 'matched') throw new Refusal('ALREADY_MATCHED')
    const orders = await lockOrders(tx, ids)
    const offered = payment.offers.find(
      (offer) => offer.orders.length === ids.length && offer.orders.every((id) => ids.includes(id)),
    )
    const reasons = offered?.reasons ?? []
    const match = matchOf({ ...payment, id: paymentId, orders: ids, reasons }, orders)
    await applyMatches(tx, [match], orders, actor)
  })
}

type LockedPayment = { state: PaymentState; amount: number; date: string; offers: Offer[] }

/**
 * Runs a decision about a locked transfer, and compares the undecided transfers again.
 *
 * @throws Refusal NOT_FOUND
 */
const decide = (
  database: Db,
  id: string,
  decision: (tx: Tx, payment: LockedPayment) => Promise<unknown>,
): Promise<void> =>
  inTransaction(database, async (tx) => {
    await lockPayments(tx)
    const { rows } = await sql<LockedPayment>`
      select state, amount, paid_on::text as date, offers from payments where id = ${id} for update`.execute(
      tx,
    )
    if (!rows[0]) throw new Refusal('NOT_FOUND')
    await decision(tx, rows[0])
    await comparePayments(tx)
  })

/**
 * Undoes the match of a transfer. A mail about it that isn't sent yet is dropped, and no other mail is sent. Without a match nothing
 * changes.
 *
 * @throws Refusal NOT_FOUND
 */
export async function unmatchPayment(
  database: Db,
  { paymentId, actor }: { paymentId: string; actor: Actor },
): Promise<void> {
  await decide(database, paymentId, async (tx, { state }) => {
    if (state !== 'matched') return
    const { rows: matched } = await sql<{ orderId: string; amount: number }>`
      select order_id as "orderId", amount from payment_matches where payment_id = ${paymentId}`.execute(tx)
    const ids = matched.map(({ orderId }) => orderId)
    const orders = await lockOrders(tx, ids)
    await sql`delete from payment_matches where payment_id = ${paymentId}`.execute(tx)
    await sql`
      update orders set paid_amount = coalesce(rest.amount, 0), paid_on = rest.day
      from unnest(${ids}::uuid[]) as changed (id) cross join lateral (
        select sum(payment_matches.amount)::int as amount, max(payments.paid_on) as day
        from payment_matches join payments on payments.id = payment_id where order_id = changed.id
      ) rest
      where orders.id = changed.id`.execute(tx)
    await sql`
      delete from payment_returns where order_id = any(${ids}::uuid[])
        and exists (select from orders where orders.id = order_id and paid_amount = 0)`.execute(tx)
    await sql`update payments set state = 'unknown' where id = ${paymentId}`.execute(tx)
    await sql`
      insert into order_events (order_id, kind, actor_id)
      select id, 'unpaid', ${accountOf(actor)}::uuid from unnest(${ids}::uuid[]) as changed (id)`.execute(tx)
    await recordAudit(
      tx,
      actor,
      ...matched.map(({ orderId, amount }) => ({
        action: 'payment.unmatch' as const,
        subject: { kind: 'order', id: orderId, label: `Pedido N° ${orders.get(orderId)!.number}` },
        before: { amount },
      })),
    )
    await sql`
      delete from mails where sent_at is null and cause = any(${ids.map((id) => `order-paid.${id}.${paymentId}`)}::text[])`.execute(
      tx,
    )
  })
}

/**
 * Puts a transfer aside that pays no order, or makes it undecided again.
 *
 * @throws Refusal NOT_FOUND; ALREADY_MATCHED
 */
export async function setPaymentAside(
  database: Db,
  { paymentId, aside, actor }: { paymentId: string; aside: boolean; actor: Actor },
): Promise<void> {
  await decide(database, paymentId, async (tx, { state, amount, date }) => {
    if (state === 'matched') throw new Refusal('ALREADY_MATCHED')
    if ((state === 'aside') === aside) return
    const now: PaymentState = aside ? 'aside' : 'unknown'
    await sql`update payments set state = ${now}, offers = '[]' where id = ${paymentId}`.execute(tx)
    await recordAudit(tx, actor, {
      action: 'payment.aside',
      subject: { kind: 'payment', id: paymentId, label: 'Transferencia' },
      before: { aside: !aside },
      after: { aside, amount, date },
    })
  })
}

/**
 * Marks a cancelled order's money as returned, or removes the mark. Setting the current mark changes nothing.
 *
 * @throws Refusal NOT_FOUND; NOT_TO_RETURN for an order that isn't cancelled, or that no transfer pays
 */
export async function markReturned(
  database: Db,
  { orderId, returned, actor }: { orderId: string; returned: boolean; actor: Actor },
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (orderStatuses[order.status].holdsStock || order.paid_amount === 0) throw new Refusal('NOT_TO_RETURN')
    const { numAffectedRows } = returned
      ? await sql`
          insert into payment_returns (order_id, actor_id) values (${orderId}, ${accountOf(actor)})
          on conflict (order_id) do nothing`.execute(tx)
      : await sql`delete from payment_returns where order_id = ${orderId}`.execute(tx)
    if (!numAffectedRows) return
    await recordAudit(tx, actor, {
      action: 'payment.returned',
      subject: { kind: 'order', id: orderId, label: `Pedido N° ${order.number}` },
      before: { returned: !returned },
      after: { returned, amount: order.paid_amount },
    })
  })
}
