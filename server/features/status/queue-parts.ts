import { type RawBuilder, sql } from 'kysely'
import type { Status } from '#contract/status.ts'
import { counted } from '#domain/price.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/schema.ts'
import { JOB_TABLES, type JobTable, jobStates } from '../../queue/queue.ts'
import { advice, alarm, type Part, thatApply } from './status-part.ts'

type Mail = NonNullable<Status['mail']>
type Webhooks = NonNullable<Status['webhooks']>

/** A job that has waited for longer counts as late. */
const MAX_WAIT = sql.lit('1 hour')

/**
 * The state of a job queue: the number of waiting jobs and the time of the oldest, the numbers of late jobs and of those given up in the
 * last seven days, and the newest failure with `error` as its text.
 */
async function readQueue(database: Db, table: JobTable, error: RawBuilder<unknown>) {
  const { waiting, givenUp } = jobStates(table)
  const [queuedAt, doneAt] = [sql.ref(JOB_TABLES[table].queuedAt), sql.ref(JOB_TABLES[table].doneAt)]
  const counts = await sql<{ waiting: number; oldest: string | null; late: number; givenUp: number }>`
    select count(*) filter (where ${waiting})::int as waiting, min(${queuedAt}) filter (where ${waiting}) as oldest,
      count(*) filter (where ${waiting} and ${queuedAt} < now() - interval ${MAX_WAIT})::int as late,
      count(*) filter (where ${givenUp} and ${queuedAt} > now() - interval '7 days')::int as "givenUp"
    from ${sql.table(table)} where ${doneAt} is null`.execute(database)
  const failures = await sql<{ at: string; error: string }>`
    select ${queuedAt} as at, ${error} as error from ${sql.table(table)}
    where ${doneAt} is null and last_error <> '' order by ${queuedAt} desc limit 1`.execute(database)
  return { ...counts.rows[0]!, lastFailure: failures.rows[0] ?? null }
}

/** The queue of mails. */
export async function readMail(database: Db, { smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<Part<Mail>> {
  const { late, lastFailure, ...counts } = await readQueue(database, 'mails', sql`last_error`)
  const { givenUp } = counts
  const { rows: sent } = await sql`
    select from mails where sent_at > now() - interval ${MAX_WAIT} limit 1`.execute(database)
  const failure = lastFailure && { ...lastFailure, error: withoutAddresses(lastFailure.error) }
  const because = failure ? ` (${failure.error})` : ''
  return {
    value: { ...counts, lastFailure: failure },
    warnings: thatApply(
      !smtpUrl &&
        advice(
          'smtp',
          'No hay SMTP_URL: los correos quedan como archivos en DATA_DIR/outbox y no llegan a nadie.',
        ),
      late > 0 &&
        sent.length === 0 &&
        alarm(
          'mail',
          `Hace más de una hora que no sale ningún correo${because}. Revisa SMTP_URL y el servidor de correo.`,
        ),
      givenUp > 0 &&
        advice(
          'mail-given-up',
          `${givenUp === 1 ? '1 correo' : `${givenUp} correos`} de los últimos siete días no ${givenUp === 1 ? 'salió' : 'salieron'} después de diez intentos${because}.`,
        ),
    ),
  }
}

/** A mail server's message without the people's addresses that it may quote. */
const withoutAddresses = (text: string) => text.replace(/[^\s<>"']+@[^\s<>"']+/g, '…').slice(0, 200)

/** The queue of events for other systems. */
export async function readWebhooks(database: Db): Promise<Part<Webhooks>> {
  const error = sql`concat_ws(' ', last_error, last_status)`
  const { late, givenUp, ...rest } = await readQueue(database, 'webhook_deliveries', error)
  return {
    value: { ...rest, failed: givenUp },
    warnings: thatApply(
      givenUp > 0 &&
        alarm(
          'webhooks',
          `${events(givenUp)} de los últimos siete días no ${givenUp === 1 ? 'llegó' : 'llegaron'} a otro sistema. Búscalos en Conexiones y envíalos otra vez.`,
        ),
      late > 0 &&
        advice(
          'webhooks-late',
          `${events(late)} a otros sistemas ${late === 1 ? 'espera' : 'esperan'} hace más de una hora. Revisa en Conexiones qué sistema no responde.`,
        ),
    ),
  }
}

const events = (count: number) => counted(count, 'aviso', 'avisos')
