import { sql } from 'kysely'
import { orderStatuses } from '#domain/order-status.ts'
import { inTransaction } from '../../../database/in-transaction.ts'
import type { Db } from '../../../database/schema.ts'
import type { ImageStore } from '../../../images/image-store.ts'
import { storeDigestedImage } from '../../../images/store-image.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { type Actor, accountOf, recordAudit } from '../../audit/record-audit.ts'
import { lockOrder } from '../state/lock-order.ts'
import { meetsRule, statusIs } from '../state/order-payment.ts'
import { recordEvent } from '../state/record-event.ts'

/**
 * Attaches a payment proof to an order that has none and isn't cancelled. Of several simultaneous proofs, the first is saved.
 *
 * @param staffId the member of the staff who uploads it for the customer, or null
 * @throws Refusal PROOF_EXISTS; errors of {@link storeDigestedImage}
 */
export async function attachProof(
  database: Db,
  images: ImageStore,
  {
    orderId,
    userId,
    staffId,
    bytes,
  }: { orderId: string; userId: string; staffId: string | null; bytes: Buffer },
) {
  await storeDigestedImage(images, { kind: 'proof', bytes }, async (payment, digest) => {
    // The owner is compared, because an account that is erased meanwhile loses its orders to another owner.
    const { rows } = await sql`
      with sent as (
        update orders set payment = ${payment}, proof_digest = ${digest}
        where id = ${orderId} and user_id = ${userId} and payment = '' and ${statusIs('holdsStock')} returning id
      )
      insert into order_events (order_id, kind, actor_id) select id, 'proof', ${staffId} from sent
      returning order_id`.execute(database)
    if (rows.length === 0) throw new Refusal('PROOF_EXISTS')
  })
}

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
    const order = await lockOrder(tx, orderId)
    if (!order.payment) throw new Refusal('NO_PROOF')
    if (file && file !== order.payment) throw new Refusal('PROOF_CHANGED')
    const wasChecked = order.proof_checked_at !== null
    if (wasChecked === checked) return
    await sql`
      update orders set proof_checked_at = ${checked ? sql`now()` : null} where id = ${orderId}`.execute(tx)
    await recordEvent(tx, { orderId, kind: checked ? 'proof-checked' : 'proof-unchecked', actor })
    await recordAudit(tx, actor, {
      action: 'order.proof-checked',
      subject: { kind: 'order', id: orderId, label: `Pedido N° ${order.number}` },
      before: { checked: wasChecked },
      after: { checked },
    })
  })
}

/**
 * Rejects a pending order's payment proof. The proof stays in the order's timeline, and a mail asks the customer for another one.
 *
 * @param file the proof that the member of the staff saw
 * @param reason for the customer
 * @throws Refusal NOT_FOUND; ORDER_CLOSED; NO_PROOF; PROOF_CHANGED when the order has another proof than the one seen, or it was checked
 */
export async function rejectProof(
  database: Db,
  { orderId, file, reason, actor }: { orderId: string; file: string; reason: string; actor: Actor },
) {
  await inTransaction(database, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!orderStatuses[order.status].isOpen) throw new Refusal('ORDER_CLOSED')
    if (!order.payment) throw new Refusal('NO_PROOF')
    if (order.payment !== file || order.proof_checked_at) throw new Refusal('PROOF_CHANGED')
    await sql`
      insert into rejected_proofs (order_id, photo, digest, reason, actor_id)
      values (${orderId}, ${file}, ${order.proof_digest}, ${reason}, ${accountOf(actor)})`.execute(tx)
    await sql`update orders set payment = '', proof_digest = null where id = ${orderId}`.execute(tx)
    // The reason isn't recorded, because staff may have typed a name into it.
    await recordAudit(tx, actor, {
      action: 'order.proof-rejected',
      subject: { kind: 'order', id: orderId, label: `Pedido N° ${order.number}` },
    })
    await queueMail(tx, { kind: 'proof-rejected', orderId })
  })
}

/** The reason of an order's last rejected proof, while the order still waits for another one; undefined afterwards. */
export async function findRejection(database: Db, orderId: string): Promise<string | undefined> {
  const { rows } = await sql<{ reason: string }>`
    select reason from rejected_proofs join orders on orders.id = order_id
    where order_id = ${orderId} and ${meetsRule('withoutProof')}
    order by rejected_at desc limit 1`.execute(database)
  return rows[0]?.reason
}
