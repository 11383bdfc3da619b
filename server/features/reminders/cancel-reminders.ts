import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { findToken } from '../../http/tokens.ts'
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
