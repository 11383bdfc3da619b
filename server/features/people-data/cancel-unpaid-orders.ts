import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { meetsRule } from '../orders/order-payment.ts'
import { setStockCause } from '../stock/stock-cause.ts'

/**
 * Cancels an account's unpaid pending orders before its erasure, and returns their stock. Events and audit entries are left out, because
 * their equal times would reveal the orders of one person.
 *
 * @returns their numbers
 */
export async function cancelUnpaidOrders(tx: Tx, userId: string): Promise<number[]> {
  const { rows: unpaid } = await sql<{ id: string; number: number }>`
    select id, number from orders where user_id = ${userId} and ${meetsRule('unpaid')}
    order by number for no key update`.execute(tx)
  if (unpaid.length === 0) return []
  const ids = unpaid.map(({ id }) => id)
  // Locks products in the order of their ids, like everywhere, to avoid deadlocks.
  await sql`
    select from products where id in (select product_id from order_lines where order_id = any(${ids}::uuid[]))
    order by id for no key update`.execute(tx)
  await setStockCause(tx, { cause: 'cancellation', actor: 'operador' })
  await sql`
    update products set stock = stock + line.quantity
    from (
      select product_id, sum(quantity)::int as quantity from order_lines where order_id = any(${ids}::uuid[])
      group by product_id
    ) line
    where products.id = line.product_id`.execute(tx)
  await sql`update orders set status = 'cancelled' where id = any(${ids}::uuid[])`.execute(tx)
  return unpaid.map(({ number }) => number)
}
