import { sql } from 'kysely'
import type { ReminderDays } from '#domain/reminder.ts'
import { store } from '#store'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { findToken } from '../../http/tokens.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { Refusal } from '../../refusals/refusal.ts'

/**
 * Cancels the reminder of a user's own order; without one, nothing changes.
 *
 * @throws Refusal NOT_FOUND
 */
export async function cancelReminder(database: Db, { orderId, userId }: { orderId: string; userId: string }) {
  const { rows } = await sql`
    with own as (select id from orders where id = ${orderId} and user_id = ${userId}),
    cancelled as (delete from order_reminders using own where order_id = own.id)
    select from own`.execute(database)
  if (rows.length === 0) throw new Refusal('NOT_FOUND')
}

/**
 * Cancels all reminders of the account that a reminder's link was mailed to. The link stays valid: a second click gets the same answer.
 *
 * @throws Refusal DEAD_LINK
 */
export async function cancelReminders(database: Db, token: string) {
  const { rows } = await sql`
    with link as ${findToken(database, 'stop-reminders', token).select('user_id')},
    cancelled as (
      delete from order_reminders using link, orders
      where orders.user_id = link.user_id and order_reminders.order_id = orders.id
    )
    select from link`.execute(database)
  if (rows.length === 0)
    throw new Refusal('DEAD_LINK', {
      message: 'El enlace no es válido o ya venció. Puedes cancelar tus recordatorios en tus pedidos.',
    })
}

/** The time of day of the mail, in the pharmacy's time zone. */
const MAIL_TIME = '09:00'

/**
 * Sets the reminder of a user's own order, in place of an earlier one.
 *
 * @returns the day of the mail, day/month/year
 * @throws Refusal NOT_FOUND, also for an administrator's call about somebody else's order
 */
export async function setReminder(
  database: Db,
  { orderId, userId, days }: { orderId: string; userId: string; days: ReminderDays },
): Promise<string> {
  const zone = sql.lit(store.timeZone)
  // The lock waits for a parallel erasure of the account, after which the order has another owner.
  const { rows } = await sql<{ day: string }>`
    with own as (select id from orders where id = ${orderId} and user_id = ${userId} for no key update)
    insert into order_reminders (order_id, due_at)
    select id, ((now() at time zone ${zone})::date + ${days}::int + time ${sql.lit(MAIL_TIME)}) at time zone ${zone} from own
    on conflict (order_id) do update set due_at = excluded.due_at
    returning to_char(due_at at time zone ${zone}, 'DD/MM/YYYY') as day`.execute(database)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0].day
}

/** Reminders per transaction. */
const BATCH = 500

/**
 * Queues the mails of due reminders. The same transaction deletes the locked reminder, so that each is mailed
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
