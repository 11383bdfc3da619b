import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { describeError, recordResult, startQueue } from '../queue/work-queue.ts'
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
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'
import { type OutgoingMail, openTransport, PARALLEL_MAILS, type Transport } from './transport.ts'

/** Composes the content of a mail; undefined when it is no longer due. */
type Compose = (database: Db, mail: Pick<LeasedMail, 'cause' | 'job'>) => Promise<MailContent | undefined>

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

/** The delay of a mail after a failure of the database. */
const DATABASE_RETRY_SECONDS = 5

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
  const base = { database, compose, transport, publicUrl: config.publicUrl, onError }
  const queue = startQueue<LeasedMail>({
    parallel: PARALLEL_MAILS,
    lease: (free) => leaseMails(database, free),
    work: async (mail, signal) => (await deliver({ ...base, signal }, mail)) === 'sent',
    endLeases: config.databaseUrl ? undefined : () => endLeases(database),
    onError: (error) => onError(`Cola de correos: ${describeError(error)}`),
  })

  return {
    stop: async () => {
      await queue.stop()
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
    onError(`El correo ${mail.cause} no salió (${attempt}): ${describeError(error)}`)
    await record(mailer, () => markFailed(database, mail, error))
    return 'failed' as const
  }

  let content: MailContent | undefined
  try {
    content = await compose(database, mail)
  } catch (error) {
    if (isBug(error)) return fail(error)
    onError(`El correo ${mail.cause} espera a la base de datos: ${describeError(error)}`)
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
  date: new Date(mail.queued_at),
  to: content.to,
  replyTo: content.replyTo,
  subject: content.subject,
  html: renderHtml(content, publicUrl),
  text: renderText(content, publicUrl),
})

const record = ({ signal, onError }: Mailer, write: () => Promise<unknown>) =>
  recordResult(write, { signal, onError: (error) => onError(`Cola de correos: ${describeError(error)}`) })

/** Whether composing failed by a bug, not by the database. */
const isBug = (error: unknown) =>
  error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError
