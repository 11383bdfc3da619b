import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { compose } from './compose.ts'
import type { MailJob } from './queue-mail.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'
import { openTransport, type Transport } from './transport.ts'

type Post = {
  database: Db
  transport: Transport
  publicUrl: string
  signal: AbortSignal
  /** Told which mail failed and how, never to whom it goes. */
  onError: (text: string) => void
}
type MailRow = { cause: string; message: MailJob; attempts: number; queued_at: Date }

/** The first retry comes after half a minute, each next one after twice as long; together they last over four hours. */
const MAX_ATTEMPTS = 10
const FIRST_RETRY_SECONDS = 30
const SEND_TIMEOUT = 60_000

/** How often an idle queue is looked at, and the rest between two mails, which leaves the machine to the shop. */
const IDLE_PAUSE = 1_000
const BUSY_PAUSE = 100

/** Two mails at a time, so that one that takes long doesn't hold up the rest. */
const WORKERS = 2

/** How long a mail under way may take to finish when the server stops. */
const GRACE_PERIOD = 3_000

/**
 * Sends what is queued until stopped. Any number of servers may do so on one database.
 *
 * @returns stop, which lets the mails under way finish
 */
export function startMailing({
  database,
  config,
  onError,
}: {
  database: Db
  config: Config
  onError: (text: string) => void
}): { stop: () => Promise<void> } {
  const transport = openTransport(config)
  const stopping = new AbortController()
  const aborting = new AbortController()
  const post = { database, transport, publicUrl: config.publicUrl, signal: aborting.signal, onError }

  const rest = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: stopping.signal }).catch(() => {})
  const worker = async () => {
    while (!stopping.signal.aborted) {
      const outcome = await deliverNext(post).catch((error) => {
        // The database is away: the connection pool tells, and the queue waits in it.
        onError(`Cola de correos: ${describe(error)}`)
        return 'failed' as const
      })
      await rest(outcome === 'sent' ? BUSY_PAUSE : IDLE_PAUSE)
    }
  }
  const workers = Promise.all(Array.from({ length: WORKERS }, worker))

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
 * Takes the mail that has been due the longest, sends it and notes how that went, holding its row meanwhile: other workers
 * and servers pass over it, and when this process is killed PostgreSQL gives it free at once.
 *
 * One gap remains: killed after the mail left and before that was noted, it leaves again. Both carry one MailJob-ID.
 */
export function deliverNext(post: Post): Promise<'sent' | 'failed' | 'none'> {
  const { database, onError } = post
  return database.transaction().execute(async (tx) => {
    const { rows } = await sql<MailRow>`
      select cause, message, attempts, queued_at from mails
      where due_at <= now() order by due_at limit 1 for update skip locked`.execute(tx)
    const [mail] = rows
    if (!mail) return 'none'
    try {
      await send(post, mail)
      await sql`update mails set due_at = null, sent_at = clock_timestamp(), attempts = attempts + 1
        where cause = ${mail.cause}`.execute(tx)
      return 'sent'
    } catch (error) {
      const attempts = mail.attempts + 1
      const last = attempts >= MAX_ATTEMPTS
      onError(`El correo ${mail.cause} no salió (intento ${attempts} de ${MAX_ATTEMPTS}): ${describe(error)}`)
      await sql`update mails set attempts = ${attempts}, last_error = ${String(error).slice(0, 500)},
          due_at = ${last ? null : sql`clock_timestamp() + make_interval(secs => ${FIRST_RETRY_SECONDS * 2 ** mail.attempts})`}
        where cause = ${mail.cause}`.execute(tx)
      return 'failed'
    }
  })
}

async function send({ database, transport, publicUrl, signal }: Post, mail: MailRow) {
  // Beside the transaction: a recovery link must be in force before its mail is out.
  const letter = await compose(database, mail.message)
  if (!letter) return
  await transport.send(
    {
      name: mail.cause,
      date: mail.queued_at,
      to: letter.to,
      replyTo: letter.replyTo,
      subject: letter.subject,
      html: renderHtml(letter, publicUrl),
      text: renderText(letter, publicUrl),
    },
    AbortSignal.any([signal, AbortSignal.timeout(SEND_TIMEOUT)]),
  )
}

/** Codes only: what a mail server says quotes addresses, which logs must not hold. */
function describe(error: unknown): string {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string }
  return [code ?? name ?? 'error', responseCode].filter(Boolean).join(' ')
}
