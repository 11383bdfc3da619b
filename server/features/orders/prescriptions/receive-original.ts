import { sql } from 'kysely'
import { inTransaction } from '../../../database/in-transaction.ts'
import type { Db } from '../../../database/schema.ts'
import { type Actor, accountOf, recordAudit } from '../../audit/record-audit.ts'
import { lockReviewed } from './lock-reviewed.ts'
import { completeRegister } from './prescription-register.ts'

/**
 * Records whether the paper original of an order's prescription was received. Setting the current state changes nothing.
 *
 * @throws Refusal NOT_FOUND; ORDER_CLOSED for a cancelled order; NO_PRESCRIPTION
 */
export async function receiveOriginal(
  database: Db,
  { orderId, received, actor }: { orderId: string; received: boolean; actor: Actor },
) {
  await inTransaction(database, async (tx) => {
    const order = await lockReviewed(tx, orderId)
    const { numAffectedRows } = received
      ? await sql`insert into received_originals (order_id, receiver_id) values (${orderId}, ${accountOf(actor)})
          on conflict do nothing`.execute(tx)
      : await sql`delete from received_originals where order_id = ${orderId}`.execute(tx)
    if (numAffectedRows === 0n) return
    await completeRegister(tx, orderId)
    await recordAudit(tx, actor, {
      action: 'order.original-received',
      subject: { kind: 'order', id: orderId, label: `Pedido N° ${order.number}` },
      before: { received: !received },
      after: { received },
    })
  })
}
