import { type RawBuilder, sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import type { DeliveryError } from '#contract/webhooks.ts'
import type { Db } from '../database/schema.ts'
import type { Job, Queue } from '../queue/queue.ts'
import { DeliveryFailure, findAddresses, type Resolve, resolveName } from './allowed-address.ts'
import { postEvent } from './post-event.ts'

/** A leased event for a webhook. */
type LeasedEvent = Job & {
  webhookId: string
  url: string
  secret: string
  type: string
  data: unknown
  happenedAt: string
}

/** Events that one server sends at the same time. */
const PARALLEL_EVENTS = 32

/** The most events under way to one webhook, so that a receiver that hangs leaves room for the others. */
const PARALLEL_EACH = 4

/** The time limit of an attempt, from the name's resolution to the answer's last byte; a lease is longer. */
const ATTEMPT_TIMEOUT_MS = 10_000

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds after each failed attempt until the next, not quite three days in all. */
export const RETRY_DELAYS = [
  ...[5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[1, 3, 7, 12, 24, 24].map((hours) => hours * HOUR),
]

type Sender = {
  database: Db
  /** The private networks that the operator allows. */
  networks: readonly string[]
  resolve?: Resolve
  /** Reports an event that was given up, or a failure of the queue. */
  onError: (text: string) => void
}

/** The queue of events. An event that is sent a second time has the same `webhook-id`. */
export const eventQueue = (sender: Sender): Queue<LeasedEvent> => ({
  database: sender.database,
  table: 'webhook_deliveries',
  name: 'Cola de avisos',
  parallel: PARALLEL_EVENTS,
  leaseSeconds: 30,
  retryDelays: RETRY_DELAYS,
  due: findDue,
  // A leased change of stock takes no further changes.
  leaseColumns: sql`is_open = false`,
  columns: sql`webhook_id as "webhookId", type, data, happened_at as "happenedAt",
    (select url from webhooks where id = webhook_id) as url, (select secret from webhooks where id = webhook_id) as secret`,
  work: async (event, signal) => ({ last_status: await post(sender, event, signal), last_error: null }),
  fail: ({ id, type, url, attempts }, error) => {
    if (attempts >= RETRY_DELAYS.length)
      sender.onError(`El aviso ${type} (${id}) no llegó a ${new URL(url).host} en tres días`)
    const { status, reason } = reasonOf(error)
    return { changes: { last_status: status, last_error: reason }, isAnswer: status !== null }
  },
  onError: sender.onError,
})

/**
 * At most `count` due events, oldest first; no webhook gets more than its share of the places. An event waits while the same webhook has an
 * earlier event of the same order or product to get.
 */
function findDue(count: number, underWay: readonly LeasedEvent[]): RawBuilder<unknown> {
  const busy = underWay.map(({ webhookId }) => webhookId)
  // Literal limits: for parameters, the planner assumes many rows.
  return sql`
    select event.id from webhooks
    cross join lateral (
      select id, due_at from webhook_deliveries event
      where webhook_id = webhooks.id and due_at <= now() and not exists (
        select from webhook_deliveries earlier
        where earlier.webhook_id = event.webhook_id and earlier.subject_id = event.subject_id
          and earlier.due_at is not null and earlier.position < event.position)
      order by due_at
      limit greatest(0, ${sql.lit(PARALLEL_EACH)} - cardinality(array_positions(${busy}::uuid[], webhooks.id)))
      for update skip locked
    ) event
    limit ${sql.lit(count)}`
}

/** Signs and posts an event. @returns the answer's status, a 2xx */
async function post(
  { networks, resolve = resolveName }: Sender,
  { id, type, data, happenedAt, url: text, secret }: LeasedEvent,
  stop: AbortSignal,
): Promise<number> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)])
  const url = new URL(text)
  const addresses = await orAbort(signal, findAddresses(url, { networks, resolve }))
  const body = JSON.stringify({ type, timestamp: happenedAt, data })
  const sentAt = new Date()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Botica',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
  }
  const status = await postEvent({ url, addresses, headers, body, signal })
  if (status < 200 || status > 299) throw new DeliveryFailure('answer', status)
  return status
}

/** Waits for work that can't be aborted, until the signal aborts. */
function orAbort<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  return Promise.race([work, aborted])
}

function reasonOf(error: unknown): { status: number | null; reason: DeliveryError } {
  if (error instanceof DeliveryFailure) return error
  return { status: null, reason: (error as Error).name === 'TimeoutError' ? 'timeout' : 'connection' }
}
