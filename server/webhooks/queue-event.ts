import { sql } from 'kysely'
import type { Tx } from '../database/schema.ts'

/** Events that the server queues. Those of new orders, status and stock come from triggers (migrations/051-webhooks.ts). */
type QueuedEvent =
  | { type: 'order.paid'; orderIds: readonly string[] }
  | {
      type: 'import.finished'
      importId: string
      counts: { created: number; updated: number; unchanged: number; refused: number }
    }

/**
 * Queues an event in the transaction that causes it, for each webhook that wants it; nothing is written without one
 * (docs/product.md#connections).
 */
export async function queueEvent(tx: Tx, event: QueuedEvent): Promise<void> {
  if (event.type === 'order.paid') {
    const { type, orderIds } = event
    await sql`select queue_order_event(${type}, orders) from orders where id = any(${orderIds}::uuid[]) order by id`.execute(
      tx,
    )
    return
  }
  const { type, importId, counts } = event
  const data = JSON.stringify({ _id: importId, ...counts })
  await sql`select queue_event(${type}, ${importId}, ${data})`.execute(tx)
}
