import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { type Actor, accountOf, recordAudit } from '../audit/record-audit.ts'
import { lockOrders } from './apply-matches.ts'
import { comparePayments } from './compare-payments.ts'
import { lockPayment, lockPayments } from './lock-payments.ts'

/**
 * Takes back what a transfer pays. A mail about it that isn't sent yet is dropped, and no other one sent; without a match nothing changes.
 *
 * @throws Refusal NOT_FOUND
 */
export async function unmatchPayment(
  database: Db,
  { paymentId, actor }: { paymentId: string; actor: Actor },
): Promise<void> {
  await inTransaction(database, async (tx) => {
    await lockPayments(tx)
    const { state } = await lockPayment(tx, paymentId)
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
    await comparePayments(tx)
  })
}
