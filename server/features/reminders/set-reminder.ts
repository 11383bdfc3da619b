import { sql } from 'kysely'
import type { ReminderDays } from '#domain/reminder.ts'
import { store } from '#store'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'

/** The time of day of the mail, in the pharmacy's time zone. */
const MAIL_TIME = '09:00'

/**
 * Sets the reminder of a user's own order (docs/product.md#reminders), in place of an earlier one.
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
