import { sql } from 'kysely'
import type { Tx } from '../database/schema.ts'

/** A saved import, with the number of its products and rows. */
type FinishedImport = {
  importId: string
  counts: { created: number; updated: number; unchanged: number; refused: number }
}

/**
 * Queues the event `import.finished` in the transaction that saves it, for each webhook that wants it (docs/product.md#connections).
 * Events of orders and stock come from triggers (migrations/051-webhooks.ts).
 */
export async function queueFinishedImport(tx: Tx, { importId, counts }: FinishedImport): Promise<void> {
  const data = JSON.stringify({ _id: importId, ...counts })
  await sql`select queue_event('import.finished', ${importId}, ${data})`.execute(tx)
}
