import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { describeError, type Job, Postponed, type Queue } from '../queue/queue.ts'
import type { MailJob } from './queue-mail.ts'
import type { MailContent } from './render-mail.ts'
import { renderHtml, renderText } from './render-mail.ts'
import { openTransport, PARALLEL_MAILS, type Transport } from './transport.ts'

/** A leased mail; its `id` is its cause. */
type LeasedMail = Job & { job: MailJob; queuedAt: string }

/** Composes the content of a mail; undefined when it is no longer due. */
type Compose = (database: Db, mail: { cause: string; job: MailJob }) => Promise<MailContent | undefined>

/** The time limit of a mail; a lease is longer. */
const SEND_TIMEOUT_MS = 60_000

/** The delay of a mail after a failure of the database. */
const DATABASE_RETRY_SECONDS = 5

/** The waiting time doubles with each of ten attempts, to more than four hours in all. */
const RETRY_DELAYS = [30, 60, 120, 240, 480, 960, 1_920, 3_840, 7_680]

/**
 * The queue of mails, urgent ones first. A mail that is sent a second time has the same Message-ID.
 *
 * @param onError reports a failed mail and the reason, never its recipient
 */
export function mailQueue({
  database,
  config,
  compose,
  transport = openTransport(config),
  onError,
}: {
  database: Db
  config: Config
  compose: Compose
  transport?: Transport
  onError: (text: string) => void
}): Queue<LeasedMail> {
  return {
    database,
    table: 'mails',
    name: 'Cola de correos',
    parallel: PARALLEL_MAILS,
    leaseSeconds: 90,
    retryDelays: RETRY_DELAYS,
    due: findDue,
    columns: sql`message as job, queued_at as "queuedAt"`,
    work: async ({ id: cause, job, queuedAt }, signal) => {
      const content = await compose(database, { cause, job }).catch((error) => {
        if (isBug(error)) throw error
        onError(`El correo ${cause} espera a la base de datos: ${describeError(error)}`)
        throw new Postponed(DATABASE_RETRY_SECONDS, error)
      })
      if (!content) return {}
      const { to, replyTo, subject } = content
      const html = renderHtml(content, config.publicUrl)
      const text = renderText(content, config.publicUrl)
      const mail = { name: cause, date: new Date(queuedAt), to, replyTo, subject, html, text }
      await transport.send(mail, AbortSignal.any([signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]))
      return {}
    },
    fail: ({ id: cause, attempts }, error) => {
      const attempt = `intento ${attempts + 1} de ${RETRY_DELAYS.length + 1}`
      onError(`El correo ${cause} no salió (${attempt}): ${describeError(error)}`)
      return { changes: { last_error: String(error).slice(0, 500) } }
    },
    // The mail's row was deleted meanwhile, because its person was erased.
    discard: ({ id: name, queuedAt }) => transport.discard({ name, date: new Date(queuedAt) }),
    close: () => transport.close(),
    onError,
  }
}

/** Due mails, urgent ones first, each kind in the order of its index. Literal limits: for parameters, the planner assumes many rows. */
const findDue = (count: number) => sql`
  with urgent_mails as materialized (
    select cause from mails where urgent and due_at <= now()
    order by due_at limit ${sql.lit(count)} for update skip locked),
  other_mails as materialized (
    select cause from mails where not urgent and due_at <= now()
    order by due_at limit ${sql.lit(count)} - (select count(*) from urgent_mails) for update skip locked)
  select cause as id from urgent_mails union all select cause from other_mails`

/** Whether composing failed by a bug, not by the database. */
const isBug = (error: unknown) =>
  error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError
