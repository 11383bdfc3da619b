import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { insertOrderEvents } from '../../webhooks/queue-event.ts'
import { returnStock } from '../orders/state/order-lots.ts'
import { meetsRule } from '../orders/state/order-payment.ts'

/** The milliseconds over which the cancellations of an erasure are spread. */
const SPREAD_MS = 60 * 60_000

/**
 * Cancels an account's unpaid pending orders before its erasure, and returns their stock. Each cancellation gets its own instant in the
 * last hour, after the order's last event, because equal times would reveal the orders of one person. No audit entries are written, because
 * their consecutive ids would reveal them, too.
 *
 * @returns their numbers
 */
export async function cancelUnpaidOrders(tx: Tx, userId: string): Promise<number[]> {
  const { rows: unpaid } = await sql<{ id: string; number: number; changed_at: string }>`
    select id, number,
      greatest(created_at, (select max(happened_at) from order_events where order_id = orders.id)) as changed_at
    from orders where user_id = ${userId} and ${meetsRule('unpaid')}
    order by number for no key update`.execute(tx)
  const ids = unpaid.map(({ id }) => id)
  // Locks products in the order of their ids, as purchases do, to avoid deadlocks.
  await sql`
    select from products where id in (select product_id from order_lines where order_id = any(${ids}::uuid[]))
    order by id for no key update`.execute(tx)
  for (const { id, changed_at } of unpaid) {
    const now = Date.now()
    const earliest = Math.max(Date.parse(changed_at) + 1, now - SPREAD_MS)
    const at = new Date(Math.max(earliest, now - Math.random() * (now - earliest)))
    await returnStock(tx, id, { cause: 'cancellation', reference: id, actor: 'operador', at })
    await sql`
      with changed as (
        update orders set status = 'cancelled' where id = ${id} returning id, number, status, total
      ), noted as (
        insert into order_events (order_id, kind, happened_at) values (${id}, 'cancelled', ${at})
      ) ${insertOrderEvents('order.updated', sql`changed`)}`.execute(tx)
  }
  return unpaid.map(({ number }) => number)
}
