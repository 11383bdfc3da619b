import { sql } from 'kysely'
import type { Db } from '../../../database/schema.ts'
import { queueInBatches } from '../../../mail/queue-mail.ts'
import { HAS_OFFER, meetsRule } from '../state/order-payment.ts'

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
export const queueUnpaidMails = (database: Db, cancelDays?: number) =>
  queueInBatches(database, async (tx, limit) => {
    const { rows } = await sql<{ orderId: string }>`
      select id as "orderId" from orders
      where ${GETS_REMINDER} and orders.created_at between now() - interval '7 days' and now() - interval '48 hours'
        and not exists (select from mails where cause = 'order-unpaid.' || orders.id)
      order by id limit ${sql.lit(limit)}`.execute(tx)
    return rows.map((row) => ({ kind: 'order-unpaid', ...row, cancelDays }))
  })

/** Whether an order still waits for its transfer when its mail is composed. */
export async function isUnpaid(database: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql`select from orders where id = ${orderId} and ${GETS_REMINDER}`.execute(database)
  return rows.length > 0
}
