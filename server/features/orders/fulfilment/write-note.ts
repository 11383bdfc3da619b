import { inTransaction } from '../../../database/in-transaction.ts'
import type { Db } from '../../../database/schema.ts'
import type { StaffActor } from '../../../http/serve.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { lockOrder } from '../state/lock-order.ts'

type Writing = {
  orderId: string
  /** The new note; empty to remove it. */
  note: string
  /** The time of the note that the writer saw; null if there was none. */
  seen: string | null
  actor: StaffActor
}

/**
 * Replaces the staff's note on an order. The audit doesn't record the text, which may be about a
 * person's health.
 *
 * @throws Refusal NOT_FOUND; NOTE_CHANGED when somebody else wrote meanwhile
 */
export async function writeNote(database: Db, { orderId, note, seen, actor }: Writing) {
  await inTransaction(database, async (tx) => {
    // The order's lock serializes writers, also when there is no note yet.
    const order = await lockOrder(tx, orderId)
    const before = await tx
      .selectFrom('order_notes')
      .select(['note', 'written_at'])
      .where('order_id', '=', orderId)
      .executeTakeFirst()
    if (note === (before?.note ?? '')) return
    if ((before?.written_at ?? null) !== (seen && new Date(seen).toISOString()))
      throw new Refusal('NOTE_CHANGED')
    await tx.deleteFrom('order_notes').where('order_id', '=', orderId).execute()
    if (note)
      await tx
        .insertInto('order_notes')
        .values({ order_id: orderId, note, author_id: actor.userId })
        .execute()
    await recordAudit(tx, actor, {
      action: 'order.note',
      subject: { kind: 'order', id: orderId, label: `Pedido N° ${order.number}` },
      before: { note: before !== undefined },
      after: { note: note !== '' },
    })
  })
}
