import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { queueMail } from '../../mail/queue-mail.ts'

/** Reminders per transaction. */
const BATCH = 500

/**
 * Queues the mails of due reminders (docs/product.md#reminders). The same transaction deletes the locked reminder, so that each is mailed
 * once.
 */
export async function queueDueReminders(database: Db): Promise<void> {
  for (;;) {
    const taken = await inTransaction(database, async (tx) => {
      const { rows } = await sql<{ orderId: string }>`
        delete from order_reminders where order_id = any(array(
          select order_id from order_reminders where due_at <= now()
          order by due_at limit ${sql.lit(BATCH)} for update skip locked))
        returning order_id as "orderId"`.execute(tx)
      if (rows.length > 0)
        await queueMail(tx, ...rows.map(({ orderId }) => ({ kind: 'order-reminder' as const, orderId })))
      return rows.length
    })
    if (taken < BATCH) return
  }
}
