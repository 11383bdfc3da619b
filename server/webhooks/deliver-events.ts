import { Webhook } from 'standardwebhooks'
import type { DeliveryError } from '#contract/webhooks.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { describeError, recordResult, startQueue } from '../queue/work-queue.ts'
import { DeliveryFailure, findAddresses, type Resolve, resolveName } from './allowed-address.ts'
import {
  endLeases,
  type LeasedDelivery,
  leaseDeliveries,
  markDelivered,
  markFailed,
  RETRY_DELAYS,
  returnDelivery,
} from './lease-deliveries.ts'
import { postEvent } from './post-event.ts'

/** Events that one server sends at the same time. */
const PARALLEL_EVENTS = 32

/** The time limit of an attempt, from the name's resolution to the answer's last byte; a lease is longer. */
const ATTEMPT_TIMEOUT_MS = 10_000

type Sender = {
  database: Db
  /** The private networks that the operator allows. */
  networks: readonly string[]
  resolve: Resolve
  /** Aborts the attempts under way. */
  signal: AbortSignal
  /** Reports an event that was given up, or a failure of the queue. */
  onError: (text: string) => void
}

/** `refused`: by an answer; `failed`: without one; `returned`: the server stops, and no attempt is counted. */
type Outcome = 'delivered' | 'refused' | 'failed' | 'returned'

/**
 * Sends the queued events until stopped (docs/product.md#connections). Several servers may do so on one database.
 *
 * @returns `stop` waits for the events that are being sent, for the grace period at most
 */
export function startDelivering({
  database,
  config,
  resolve = resolveName,
  onError,
}: {
  database: Db
  config: Config
  resolve?: Resolve
  onError: (text: string) => void
}): { stop: () => Promise<void> } {
  const base = { database, networks: config.webhookNetworks, resolve, onError }
  return startQueue<LeasedDelivery>({
    parallel: PARALLEL_EVENTS,
    lease: (free, underWay) => leaseDeliveries(database, free, underWay),
    work: async (event, signal) => (await deliver({ ...base, signal }, event)) !== 'failed',
    endLeases: config.databaseUrl ? undefined : () => endLeases(database),
    onError: (error) => onError(queueError(error)),
  })
}

/** Sends the next due event and records the result. */
export async function deliverNext(sender: Sender): Promise<Outcome | 'none'> {
  const [event] = await leaseDeliveries(sender.database, 1)
  return event ? deliver(sender, event) : 'none'
}

/** Sends a leased event without an open transaction, and records the result. */
async function deliver(sender: Sender, event: LeasedDelivery): Promise<Outcome> {
  const { database, signal, onError } = sender
  const record = (write: () => Promise<unknown>) =>
    recordResult(write, { signal, onError: (error) => onError(queueError(error)) })
  try {
    const status = await attempt(sender, event)
    await record(() => markDelivered(database, event, status))
    return 'delivered'
  } catch (error) {
    if (signal.aborted) {
      await record(() => returnDelivery(database, event))
      return 'returned'
    }
    const failure = reasonOf(error)
    if (event.attempts >= RETRY_DELAYS.length)
      onError(`El aviso ${event.type} (${event.id}) no llegó a ${new URL(event.url).host} en tres días`)
    await record(() => markFailed(database, event, failure))
    return failure.status === null ? 'failed' : 'refused'
  }
}

/** Signs and posts an event. @returns the answer's status, a 2xx */
async function attempt(sender: Sender, { id, type, data, happenedAt, url: text, secret }: LeasedDelivery) {
  const signal = AbortSignal.any([sender.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)])
  const url = new URL(text)
  const addresses = await orAbort(signal, findAddresses(url, sender))
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

function reasonOf(error: unknown): { status: number | null; error: DeliveryError } {
  if (error instanceof DeliveryFailure) return { status: error.status, error: error.reason }
  return { status: null, error: (error as Error).name === 'TimeoutError' ? 'timeout' : 'connection' }
}

const queueError = (error: unknown) => `Cola de avisos: ${describeError(error)}`
