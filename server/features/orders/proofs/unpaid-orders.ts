import { sql } from 'kysely'
import { inTransaction } from '../../../database/in-transaction.ts'
import type { Db } from '../../../database/schema.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { HAS_OFFER, meetsRule } from '../state/order-payment.ts'

/** The maximum number of mails that a transaction queues. */
const BATCH = 500

/**
 * The condition of unpaid orders whose customers get a reminder. It leaves out orders of erased persons, whose account is disabled, and
 * orders with a rejected proof, whose customers got another mail.
 */
const GETS_REMINDER = sql`${meetsRule('unpaid')}
  and exists (select from users where users.id = orders.user_id and users.disabled_at is null)
  and not exists (select from rejected_proofs where rejected_proofs.order_id = orders.id)
  and not ${HAS_OFFER}`

/**
 * Queues a mail for each order unpaid for 48 hours. Orders older than 7 days get none: the row of a sent mail, which prevents a second one,
 * must live longer than that. Several servers may run it at once.
 *
 * @param cancelDays the days after which unpaid orders are cancelled; absent if they never are
 */
export async function queueUnpaidMails(database: Db, cancelDays?: number): Promise<void> {
  for (;;) {
    const queued = await inTransaction(database, async (tx) => {
      // Inserts in the order of the ids, so that two servers that queue the same mails don't deadlock.
      const { rows } = await sql<{ id: string }>`
        select id from orders
        where ${GETS_REMINDER} and orders.created_at between now() - interval '7 days' and now() - interval '48 hours'
          and not exists (select from mails where cause = 'order-unpaid.' || orders.id)
        order by id limit ${sql.lit(BATCH)}`.execute(tx)
      await queueMail(
        tx,
        ...rows.map(({ id: orderId }) => ({ kind: 'order-unpaid' as const, orderId, cancelDays })),
      )
      return rows.length
    })
    if (queued < BATCH) return
  }
}

/** Whether an order still waits for its transfer when its mail is composed. */
export async function isUnpaid(database: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql`select from orders where id = ${orderId} and ${GETS_REMINDER}`.execute(database)
  return rows.length > 0
}
