import { sql } from 'kysely'
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
    const { rows } = await sql<{ note: string; written_at: string }>`
      select note, written_at from order_notes where order_id = ${orderId}`.execute(tx)
    const [before] = rows
    if (note === (before?.note ?? '')) return
    if ((before?.written_at ?? null) !== (seen && new Date(seen).toISOString()))
      throw new Refusal('NOTE_CHANGED')
    await sql`delete from order_notes where order_id = ${orderId}`.execute(tx)
    if (note)
      await sql`
        insert into order_notes (order_id, note, author_id) values (${orderId}, ${note}, ${actor.userId})`.execute(
        tx,
      )
    await recordAudit(tx, actor, {
      action: 'order.note',
      subject: { kind: 'order', id: orderId, label: `Pedido N° ${order.number}` },
      before: { note: before !== undefined },
      after: { note: note !== '' },
    })
  })
}
