import { type RawBuilder, sql } from 'kysely'
import type { WebhookEvent } from '#contract/webhooks.ts'
import type { Tx } from '../database/schema.ts'

type Sql = RawBuilder<unknown>

/**
 * An `insert` of an event for each webhook that wants its type, as a part of the statement that causes the event. A change of stock
 * replaces the product's earlier event, if no server has tried to send it. The statement waits for a webhook that is being deleted, and
 * then leaves it out.
 *
 * @param happened a query of the order, product or import, and the event's data
 */
export const insertEvents = (type: WebhookEvent, happened: Sql): Sql => sql`
  insert into webhook_deliveries (webhook_id, type, subject_id, data, is_open)
  select webhook.id, ${sql.lit(type)}, happened.subject, happened.data, ${sql.lit(type === 'product.stock')}
  from (select id from webhooks where ${sql.lit(type)} = any(events) for key share) webhook,
    (${happened}) happened (subject, data)
  on conflict (webhook_id, subject_id) where is_open
    do update set data = excluded.data, happened_at = excluded.happened_at`

/** Like {@link insertEvents}, for rows of orders. */
export const insertOrderEvents = (type: WebhookEvent, orders: Sql): Sql =>
  insertEvents(
    type,
    sql`select id, jsonb_build_object('_id', id, 'nro_delivery', number, 'status', status, 'total', trim_scale(total)) from ${orders}`,
  )

/** Queues an event in a statement of its own, in the transaction that causes it. */
export async function queueEvent(
  tx: Tx,
  type: WebhookEvent,
  { subject, data }: { subject: string; data: object },
): Promise<void> {
  await insertEvents(type, sql`select ${subject}::uuid, ${JSON.stringify(data)}::jsonb`).execute(tx)
}
