import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import {
  endLeases,
  type LeasedMail,
  leaseMails,
  MAX_ATTEMPTS,
  markFailed,
  markSent,
  returnMail,
} from './lease-mails.ts'
import type { MailContent } from './mail-content.ts'
import type { MailJob } from './mail-job.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'
import { type OutgoingMail, openTransport, PARALLEL_MAILS, type Transport } from './transport.ts'

/** Composes the content of a mail job; undefined when the mail is no longer due. */
type Compose = (database: Db, job: MailJob) => Promise<MailContent | undefined>

type Mailer = {
  database: Db
  compose: Compose
  transport: Transport
  publicUrl: string
  /** Aborts the mail under way. */
  signal: AbortSignal
  /** Reports a failed mail and the reason, never its recipient. */
  onError: (text: string) => void
}

/** `returned`: not sent for a reason other than the mail itself; no attempt is counted. */
type Outcome = 'sent' | 'failed' | 'returned'

/** The time limit of a mail; a lease is longer. */
const SEND_TIMEOUT_MS = 60_000

/** The pause at an empty queue, and after a failure. */
const IDLE_PAUSE_MS = 1_000

/** The pause between leases of a busy server, because customers have priority. An idle server doesn't pause. */
const BUSY_PAUSE_MS = 200

/** The delay of a mail after a failure of the database. */
const DATABASE_RETRY_SECONDS = 5

/** The time for mails under way when the server stops. */
const GRACE_PERIOD_MS = 3_000

/**
 * Sends the queued mails until stopped. Several servers may do so on one database (docs/product.md#mails).
 *
 * @returns `stop` waits for the mails that are being sent, for the grace period at most
 */
export function startMailing({
  database,
  config,
  compose,
  onError,
}: {
  database: Db
  config: Config
  compose: Compose
  onError: (text: string) => void
}): { stop: () => Promise<void> } {
  const transport = openTransport(config)
  const stopping = new AbortController()
  const aborting = new AbortController()
  const { signal } = aborting
  const mailer: Mailer = { database, compose, transport, publicUrl: config.publicUrl, signal, onError }

  const pauseUnlessStopping = () =>
    pause(IDLE_PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {})
  const reportQueueError = (error: unknown) => onError(`Cola de correos: ${describe(error)}`)
  const underWay = new Set<Promise<void>>()
  const begin = (mail: LeasedMail) => {
    const work = deliver(mailer, mail)
      // A failing mail server gets a pause.
      .then((outcome) => (outcome === 'sent' ? undefined : pauseUnlessStopping()))
      .finally(() => underWay.delete(work))
    underWay.add(work)
  }
  const work = async () => {
    // An embedded database has only this server, so old leases are from an earlier run that was killed.
    if (!config.databaseUrl) await endLeases(database).catch(reportQueueError)
    while (!stopping.signal.aborted) {
      const before = performance.eventLoopUtilization()
      const mails = await leaseMails(database, PARALLEL_MAILS - underWay.size).catch((error) => {
        // Without the database, the queue simply waits.
        reportQueueError(error)
        return []
      })
      for (const mail of mails) begin(mail)
      if (mails.length === 0) await pauseUnlessStopping()
      else await pause(BUSY_PAUSE_MS * performance.eventLoopUtilization(before).utilization)
      if (underWay.size === PARALLEL_MAILS) await Promise.race(underWay)
    }
    await Promise.all(underWay)
  }
  const working = work()

  return {
    stop: async () => {
      stopping.abort()
      const graceTimer = setTimeout(() => aborting.abort(), GRACE_PERIOD_MS)
      await working
      clearTimeout(graceTimer)
      await transport.close()
    },
  }
}

/** Sends the next due mail and records the result. */
export async function deliverNext(mailer: Mailer): Promise<Outcome | 'none'> {
  const [mail] = await leaseMails(mailer.database, 1)
  return mail ? deliver(mailer, mail) : 'none'
}

/**
 * Sends a leased mail without an open transaction, and records the result.
 *
 * A server killed between sending and recording leads to a second copy after the lease's end, with the same Message-ID.
 */
async function deliver(mailer: Mailer, mail: LeasedMail): Promise<Outcome> {
  const { database, compose, transport, publicUrl, signal, onError } = mailer
  const fail = async (error: unknown) => {
    const attempt = `intento ${mail.attempts + 1} de ${MAX_ATTEMPTS}`
    onError(`El correo ${mail.cause} no salió (${attempt}): ${describe(error)}`)
    await record(mailer, () => markFailed(database, mail, error))
    return 'failed' as const
  }

  let content: MailContent | undefined
  try {
    content = await compose(database, mail.job)
  } catch (error) {
    if (isBug(error)) return fail(error)
    onError(`El correo ${mail.cause} espera a la base de datos: ${describe(error)}`)
    await record(mailer, () => returnMail(database, mail, DATABASE_RETRY_SECONDS))
    return 'returned'
  }
  let outgoing: OutgoingMail | undefined
  try {
    outgoing = content && render(mail, content, publicUrl)
    if (outgoing)
      await transport.send(outgoing, AbortSignal.any([signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]))
  } catch (error) {
    if (!signal.aborted) return fail(error)
    await record(mailer, () => returnMail(database, mail, 0))
    return 'returned'
  }
  await record(mailer, async () => {
    const exists = await markSent(database, mail)
    if (!exists && outgoing) await transport.discard(outgoing)
  })
  return 'sent'
}

const render = (mail: LeasedMail, content: MailContent, publicUrl: string): OutgoingMail => ({
  name: mail.cause,
  date: mail.queued_at,
  to: content.to,
  replyTo: content.replyTo,
  subject: content.subject,
  html: renderHtml(content, publicUrl),
  text: renderText(content, publicUrl),
})

/**
 * Records a result, with retries while the database fails, so that a sent mail isn't sent twice. Gives up when the server stops; the
 * lease then expires.
 */
async function record({ signal, onError }: Mailer, write: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await write()
      return
    } catch (error) {
      onError(`Cola de correos: ${describe(error)}`)
      if (signal.aborted) return
      await pause(IDLE_PAUSE_MS, undefined, { signal }).catch(() => {})
    }
  }
}

/** Whether composing failed by a bug, not by the database. */
const isBug = (error: unknown) =>
  error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError

/** Describes an error by its codes only: messages of mail servers may quote addresses, which must not be logged. */
function describe(error: unknown): string {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string }
  return [code ?? name ?? 'error', responseCode].filter(Boolean).join(' ')
}
