import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import type { MailContent } from './mail-content.ts'
import type { MailJob } from './mail-job.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'
import { openTransport, type Transport } from './transport.ts'

/** Composes the content of a mail job; undefined when there is no recipient any more. */
type Compose = (database: Db, job: MailJob) => Promise<MailContent | undefined>

type Mailer = {
  database: Db
  compose: Compose
  transport: Transport
  publicUrl: string
  /** Aborts the mail that is being sent. */
  signal: AbortSignal
  /** Reports which mail failed and how, never its recipient. */
  onError: (text: string) => void
}

type MailRow = { cause: string; job: MailJob; attempts: number; queued_at: Date }

/** Each retry waits twice as long as the one before: all of them together take more than four hours. */
const MAX_ATTEMPTS = 10
const FIRST_RETRY_SECONDS = 30
const SEND_TIMEOUT = 60_000

/** Milliseconds between two looks at an empty queue. */
const IDLE_PAUSE = 1_000
/** Milliseconds between two mails, so that a rush of them doesn't slow down the shop. */
const BUSY_PAUSE = 100

/** Mails sent at the same time by one server: a slow one doesn't block the others. */
const WORKERS = 2

/** Milliseconds that a mail may still take when the server stops. */
const GRACE_PERIOD = 3_000

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

  const pauseUnlessStopping = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: stopping.signal }).catch(() => {})
  const runWorker = async () => {
    while (!stopping.signal.aborted) {
      const outcome = await deliverNext(mailer).catch((error) => {
        // The database can't be reached; its queue is still there afterwards.
        onError(`Cola de correos: ${describe(error)}`)
        return 'failed' as const
      })
      await pauseUnlessStopping(outcome === 'sent' ? BUSY_PAUSE : IDLE_PAUSE)
    }
  }
  const workers = Promise.all(Array.from({ length: WORKERS }, runWorker))

  return {
    stop: async () => {
      stopping.abort()
      const graceTimer = setTimeout(() => aborting.abort(), GRACE_PERIOD)
      await workers
      clearTimeout(graceTimer)
      await transport.close()
    },
  }
}

/**
 * Sends the mail that has been due the longest and records the result. Its row stays locked meanwhile: other workers and
 * servers skip it, and PostgreSQL unlocks it when this process is killed.
 *
 * A server that is killed after the mail has left and before this is recorded sends it twice. Both copies have the same
 * Message-ID.
 */
export function deliverNext(mailer: Mailer): Promise<'sent' | 'failed' | 'none'> {
  const { database, onError } = mailer
  return database.transaction().execute(async (tx) => {
    const { rows } = await sql<MailRow>`
      select cause, message as job, attempts, queued_at from mails
      where due_at <= now() order by due_at limit 1 for update skip locked`.execute(tx)
    const [row] = rows
    if (!row) return 'none'
    try {
      await send(mailer, row)
      await sql`update mails set due_at = null, sent_at = clock_timestamp(), attempts = attempts + 1
        where cause = ${row.cause}`.execute(tx)
      return 'sent'
    } catch (error) {
      const attempts = row.attempts + 1
      const isLast = attempts >= MAX_ATTEMPTS
      onError(`El correo ${row.cause} no salió (intento ${attempts} de ${MAX_ATTEMPTS}): ${describe(error)}`)
      await sql`update mails set attempts = ${attempts}, last_error = ${String(error).slice(0, 500)},
          due_at = ${isLast ? null : sql`clock_timestamp() + make_interval(secs => ${FIRST_RETRY_SECONDS * 2 ** row.attempts})`}
        where cause = ${row.cause}`.execute(tx)
      return 'failed'
    }
  })
}

async function send({ database, compose, transport, publicUrl, signal }: Mailer, row: MailRow) {
  // Outside the transaction: a recovery token must be committed before its mail leaves.
  const content = await compose(database, row.job)
  if (!content) return
  await transport.send(
    {
      name: row.cause,
      date: row.queued_at,
      to: content.to,
      replyTo: content.replyTo,
      subject: content.subject,
      html: renderHtml(content, publicUrl),
      text: renderText(content, publicUrl),
    },
    AbortSignal.any([signal, AbortSignal.timeout(SEND_TIMEOUT)]),
  )
}

/** Error codes only: mail servers quote addresses in their messages, and logs must not contain them. */
function describe(error: unknown): string {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string }
  return [code ?? name ?? 'error', responseCode].filter(Boolean).join(' ')
}
