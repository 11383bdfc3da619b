import { sql } from 'kysely'
import { orderStatuses } from '#domain/order-status.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { type Actor, accountOf, recordAudit } from '../audit/record-audit.ts'

/**
 * Marks a cancelled order's money as given back, or takes the mark away (docs/product.md#sales-books). The same mark again changes
 * nothing.
 *
 * @throws Refusal NOT_FOUND; NOT_TO_RETURN for an order that isn't cancelled, or that no transfer pays
 */
export async function markReturned(
  database: Db,
  { orderId, returned, actor }: { orderId: string; returned: boolean; actor: Actor },
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select(['number', 'status', 'paid_amount'])
      .where('id', '=', orderId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!order) throw new Refusal('NOT_FOUND')
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
