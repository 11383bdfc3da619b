import { sql } from 'kysely'
import { inTransaction } from '../../../database/in-transaction.ts'
import type { Db } from '../../../database/schema.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { recordEvent } from '../state/record-event.ts'

/**
 * Marks an order's payment proof as checked, or removes the mark. Setting the current mark changes nothing.
 *
 * @param file the proof that the member of the staff saw, if known
 * @throws Refusal NOT_FOUND; NO_PROOF; PROOF_CHANGED when the order has another proof than the one seen
 */
export async function markProof(
  database: Db,
  { orderId, checked, file, actor }: { orderId: string; checked: boolean; file?: string; actor: Actor },
) {
  await inTransaction(database, async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select(['number', 'payment', 'proof_checked_at'])
      .where('id', '=', orderId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!order) throw new Refusal('NOT_FOUND')
    if (!order.payment) throw new Refusal('NO_PROOF')
    if (file && file !== order.payment) throw new Refusal('PROOF_CHANGED')
    const wasChecked = order.proof_checked_at !== null
    if (wasChecked === checked) return
    await tx
      .updateTable('orders')
      .set({ proof_checked_at: checked ? sql<Date>`now()` : null })
      .where('id', '=', orderId)
      .execute()
    await recordEvent(tx, { orderId, kind: checked ? 'proof-checked' : 'proof-unchecked', actor })
    await recordAudit(tx, actor, {
      action: 'order.proof-checked',
      subject: { kind: 'order', id: orderId, label: `Pedido N° ${order.number}` },
      before: { checked: wasChecked },
      after: { checked },
    })
  })
}
