import { sql } from 'kysely'
import { inTransaction } from '../../../database/in-transaction.ts'
import type { Db } from '../../../database/schema.ts'
import { TODAY } from '../../../database/store-day.ts'
import { queueInBatches } from '../../../mail/queue-mail.ts'
import { IS_TO_REVIEW } from '../prescriptions/prescription-state.ts'
import { lockOrder } from '../state/lock-order.ts'
import { HAS_OFFER, meetsRule, statusIs } from '../state/order-payment.ts'
import { changeLockedStatus } from './change-status.ts'

/** The minimum time between the queuing of an order's notice and its cancellation. */
const MIN_NOTICE = sql.lit('20 hours')

/**
 * The time since which an order waits for its transfer: its purchase or, if later, the rejection of its proof, the decision about its
 * prescription, its reopening, or the undoing of its match with a transfer.
 */
const WAITS_SINCE = sql`greatest(orders.created_at,
  (select max(rejected_at) from rejected_proofs where order_id = orders.id),
  (select max(reviewed_at) from prescription_reviews where order_id = orders.id),
  (select max(happened_at) from order_events where order_id = orders.id and kind in ('pending', 'unpaid')))`
const SINCE = sql`floor(extract(epoch from ${WAITS_SINCE}) * 1000)::bigint::text`

/** The condition of unpaid orders that wait for their transfer and nothing else. */
const WAITS_FOR_TRANSFER = sql`${meetsRule('unpaid')}
  and exists (select from users where users.id = orders.user_id and users.disabled_at is null)
  and not ${HAS_OFFER} and not ${IS_TO_REVIEW}`

/** The condition that an order has waited for a number of days. */
const hasWaited = (days: number) => sql`${WAITS_FOR_TRANSFER}
  and orders.created_at <= now() - make_interval(days => ${days}) and ${WAITS_SINCE} <= now() - make_interval(days => ${days})`

/** Whether a notice was queued for an order's present wait, and the day of its cancellation has come. */
const WAS_ANNOUNCED = sql`exists (select from mails where cause = 'order-cancelling.' || orders.id || '.' || ${SINCE}
  and queued_at <= now() - interval ${MIN_NOTICE} and (message ->> 'day')::date <= ${TODAY})`

/**
 * Queues a mail for each order that will be cancelled on the next day. Several servers may run it at once.
 *
 * @param days after which an unpaid order is cancelled
 */
export const announceCancellations = (database: Db, days: number) =>
  queueInBatches(database, async (tx, limit) => {
    const { rows } = await sql<{ orderId: string; since: string; day: string }>`
      select id as "orderId", ${SINCE} as since, (${TODAY} + 1)::text as day from orders
      where ${hasWaited(days - 1)}
        and not exists (select from mails where cause = 'order-cancelling.' || orders.id || '.' || ${SINCE})
      order by id limit ${sql.lit(limit)}`.execute(tx)
    return rows.map((row) => ({ kind: 'order-cancelling', ...row }))
  })

/**
 * Deletes the notices of open orders that don't wait at present, because a transfer may be theirs or their account is disabled. Such a
 * notice may not have been sent, so the order gets another one when it waits again.
 */
const forgetNotices = (database: Db) =>
  sql`delete from mails using orders
    where cause like 'order-cancelling.%' and orders.id = (message ->> 'orderId')::uuid
      and ${statusIs('isOpen')} and orders.payment = '' and not (${WAITS_FOR_TRANSFER})`.execute(database)

/** Whether an order's wait is still the one for which its notice was queued. */
export async function isAnnounced(
  database: Db,
  { orderId, since }: { orderId: string; since: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from orders where id = ${orderId} and ${WAITS_FOR_TRANSFER} and ${SINCE} = ${since}`.execute(
    database,
  )
  return rows.length > 0
}

/**
 * Cancels the orders that have been unpaid for a number of days and whose notice was queued the day before. Several servers may run it at
 * once.
 *
 * @returns the number of cancelled orders
 */
export async function cancelUnpaid(database: Db, days: number): Promise<number> {
  await forgetNotices(database)
  const isDue = sql`${hasWaited(days)} and ${WAS_ANNOUNCED}`
  const { rows } = await sql<{ id: string }>`select id from orders where ${isDue} order by id`.execute(
    database,
  )
  let cancelled = 0
  for (const { id: orderId } of rows) {
    const isCancelled = await inTransaction(database, async (tx) => {
      const order = await lockOrder(tx, orderId)
      // A proof, a transfer or another server may have changed the order before the lock.
      const { rows: due } = await sql`select from orders where id = ${orderId} and ${isDue}`.execute(tx)
      if (due.length === 0) return false
      await changeLockedStatus(tx, order, { orderId, status: 'cancelled', actor: 'operador', unpaid: true })
      return true
    })
    if (isCancelled) cancelled += 1
  }
  return cancelled
}
