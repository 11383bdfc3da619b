import { type RawBuilder, sql } from 'kysely'
import type { WebhookDelivery, WebhookDeliveryFilter } from '#contract/webhooks.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { listPage, type Page } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { jobStates } from '../../queue/queue.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { lockWebhook } from './webhooks.ts'

type DeliveryRow = Omit<WebhookDelivery, 'error'> & { error: WebhookDelivery['error'] | null }

const { waiting, done: delivered, givenUp: failed } = jobStates('webhook_deliveries')

/** The conditions of each status of a delivery. */
const CONDITIONS: Record<WebhookDelivery['status'], RawBuilder<unknown>> = { waiting, delivered, failed }

/** The number of deliveries that were given up, among events of the last seven days. */
export async function countGivenUp(database: Db): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    select count(*)::int as events from webhook_deliveries where ${failed} and happened_at > now() - interval '7 days'`.execute(
    database,
  )
  return rows[0]!.events
}

/**
 * The deliveries of a webhook, newest event first, optionally of one status.
 *
 * @throws Refusal NOT_FOUND
 */
export async function listDeliveries(
  database: Db,
  webhookId: string,
  { status, ...query }: WebhookDeliveryFilter,
): Promise<Page<WebhookDelivery>> {
  const known = await sql`select from webhooks where id = ${webhookId}`.execute(database)
  if (known.rows.length === 0) throw new Refusal('NOT_FOUND')
  const { data: rows, ...counted } = await listPage<DeliveryRow>(database, query, {
    table: 'webhook_deliveries',
    columns: sql`webhook_deliveries.id as "_id", type, attempts, last_status as "lastStatus", happened_at as at, last_error as error,
      case when ${waiting} then 'waiting' when ${delivered} then 'delivered' else 'failed' end as status`,
    scope: [sql`webhook_id = ${webhookId}`],
    filters: status ? [CONDITIONS[status]] : [],
    orderBy: ['happened_at', 'id'],
    direction: 'desc',
    limitCount: true,
  })
  const data = rows.map(({ error, ...delivery }) => ({
    ...delivery,
    ...(error && { error }),
  }))
  return { data, ...counted }
}

/**
 * Makes a delivery due at once, behind the other waiting deliveries of its order or product. A delivery that is being sent stays as it is.
 *
 * @throws Refusal NOT_FOUND
 */
export async function sendDelivery(
  database: Db,
  { webhookId, id, actor }: { webhookId: string; id: string; actor: Actor },
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const label = await lockWebhook(tx, webhookId)
    const { rows } = await sql<{ type: string; isLeased: boolean }>`
      select type, lease is not null as "isLeased" from webhook_deliveries
      where id = ${id} and webhook_id = ${webhookId} for update`.execute(tx)
    const [event] = rows
    if (!event) throw new Refusal('NOT_FOUND')
    if (!event.isLeased)
      await sql`update webhook_deliveries set due_at = now(), position = default where id = ${id}`.execute(tx)
    await recordAudit(tx, actor, {
      action: 'connection.webhook-resend',
      subject: { kind: 'connection', id: webhookId, label },
      after: { event: event.type },
    })
  })
}
