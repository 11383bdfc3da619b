import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { CallOutput } from '#contract/call.ts'
import { ADDRESS_NOT_ALLOWED, NAME_NOT_FOUND, type Webhook, type webhookCalls } from '#contract/webhooks.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { likePattern } from '../../database/like-pattern.ts'
import { listPage, type Page, type PageRequest } from '../../database/list-page.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { jobStates } from '../../queue/queue.ts'
import { invalidField, Refusal } from '../../refusals/refusal.ts'
import { DeliveryFailure, findAddresses, type Resolve, resolveName } from '../../webhooks/allowed-address.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'

type NewWebhook = CallOutput<typeof webhookCalls.createWebhook>['body']

/** The prefix of a secret in the Standard Webhooks specification; 32 random bytes in Base64 follow. */
const SECRET_PREFIX = 'whsec_'

/**
 * Creates a webhook that sends the chosen events to a URL from now on.
 *
 * @returns its id, and the secret that signs its events
 * @throws Refusal BAD_INPUT for a URL whose address isn't allowed, or whose host name has no address
 */
export async function createWebhook(
  database: Db,
  { url: text, events }: NewWebhook,
  {
    networks,
    resolve = resolveName,
    actor,
  }: { networks: readonly string[]; resolve?: Resolve; actor: Actor },
): Promise<{ _id: string; secret: string }> {
  const url = new URL(text).href
  await requireAllowed(new URL(url), { networks, resolve })
  const secret = SECRET_PREFIX + randomBytes(32).toString('base64')
  return inTransaction(database, async (tx) => {
    // Waits for transactions under way, which queue no events for this webhook. A receiver that reads the stock afterwards sees their
    // changes.
    await sql`lock table webhooks in exclusive mode`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      insert into webhooks (url, events, secret) values (${url}, ${events}, ${secret}) returning id`.execute(
      tx,
    )
    const { id } = rows[0]!
    await recordAudit(tx, actor, {
      action: 'connection.webhook-create',
      subject: { kind: 'connection', id, label: labelOf(url) },
      after: { events },
    })
    return { _id: id, secret }
  })
}

/** Refuses a host name without an address: most are mistyped, and nobody can check where it will lead later. */
async function requireAllowed(url: URL, allowed: { networks: readonly string[]; resolve: Resolve }) {
  try {
    await findAddresses(url, allowed)
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error
    throw invalidField('url', error.reason === 'address' ? ADDRESS_NOT_ALLOWED : NAME_NOT_FOUND)
  }
}

/** The audit's label: the address without its query, which may have a secret. */
const labelOf = (url: string) => url.replace(/[?#].*$/, '')

/** The webhooks without their secrets, those with failed deliveries first, then the newest; the search matches the address. */
export async function listWebhooks(database: Db, query: PageRequest): Promise<Page<Webhook>> {
  const { waiting, givenUp } = jobStates('webhook_deliveries')
  const count = (condition: typeof waiting) => sql`(
    select count(*)::int from webhook_deliveries where webhook_id = webhooks.id and ${condition})`
  return listPage<Webhook>(database, query, {
    table: 'webhooks',
    columns: sql`webhooks.id as "_id", url, events, created_at as "createdAt", ${count(waiting)} as waiting,
      ${count(givenUp)} as failed`,
    filters: query.search ? [sql`fold(url) like (select fold(${likePattern(query.search)}))`] : [],
    orderBy: [
      {
        value: sql`exists (select from webhook_deliveries
          where webhook_id = webhooks.id and ${givenUp})`,
      },
      'id',
    ],
  })
}

/**
 * Queues the event webhook.test for one webhook.
 *
 * @throws Refusal NOT_FOUND
 */
export async function testWebhook(database: Db, id: string, actor: Actor): Promise<void> {
  await inTransaction(database, async (tx) => {
    const label = await lockWebhook(tx, id)
    await sql`
      insert into webhook_deliveries (webhook_id, type, data) values (${id}, 'webhook.test', ${{ _id: id }})`.execute(
      tx,
    )
    const subject = { kind: 'connection', id, label }
    await recordAudit(tx, actor, { action: 'connection.webhook-test', subject })
  })
}

/**
 * Deletes a webhook with its deliveries. A delivery that is being sent may still arrive.
 *
 * @throws Refusal NOT_FOUND
 */
export async function deleteWebhook(database: Db, id: string, actor: Actor): Promise<void> {
  await inTransaction(database, async (tx) => {
    const label = await lockWebhook(tx, id)
    await sql`delete from webhooks where id = ${id}`.execute(tx)
    const subject = { kind: 'connection', id, label }
    await recordAudit(tx, actor, { action: 'connection.webhook-delete', subject })
  })
}

/** Locks a webhook against its deletion. @returns the label for the audit */
export async function lockWebhook(tx: Tx, id: string): Promise<string> {
  const { rows } = await sql<{
    url: string
  }>`select url from webhooks where id = ${id} for key share`.execute(tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return labelOf(rows[0].url)
}
