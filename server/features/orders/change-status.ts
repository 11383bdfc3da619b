import { sql } from 'kysely'
import { type OrderStatus, stockMove } from '#domain/order-status.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../http/refusal.ts'
import { queueMail } from '../../mail/queue-mail.ts'

/**
 * Sets an order's status. Cancelling gives its stock back, taking it out of cancelled takes the stock again; a status that
 * it already has changes nothing (design §2.14).
 *
 * @throws Refusal NOT_FOUND, and NO_STOCK when the stock to take again isn't there
 */
export async function changeStatus(
  database: Db,
  { orderId, status }: { orderId: string; status: OrderStatus },
) {
  await database.transaction().execute(async (tx) => {
    // The order's lock makes changes of one order wait for each other, so that its stock moves once.
    const order = await tx
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!order) throw new Refusal('NOT_FOUND')
    if (order.status === status) return
    const move = stockMove(order.status, status)
    if (move !== 'none') {
      const sign = move === 'release' ? 1 : -1
      const { rows } = await sql<{ tradename: string; short: boolean }>`
        select p.tradename, p.stock + ${sign}::int * l.quantity < 0 as short
        from order_lines l join products p on p.id = l.product_id
        where l.order_id = ${orderId} order by p.id for no key update of p`.execute(tx)
      const short = rows.find((row) => row.short)
      if (short) throw new Refusal('NO_STOCK', { message: `No hay stock suficiente de ${short.tradename}.` })
      await sql`
        update products set stock = stock + ${sign}::int * l.quantity
        from order_lines l where l.order_id = ${orderId} and products.id = l.product_id`.execute(tx)
    }
    await tx.updateTable('orders').set({ status }).where('id', '=', orderId).execute()
    await queueMail(tx, { kind: 'order-status', orderId, status })
  })
}
