import { sql } from 'kysely'
import type { Status } from '#contract/status.ts'
import type { Db } from '../../database/schema.ts'
import { LATELY_GIVEN_UP } from '../connections/deliveries.ts'
import { advice, alarm, type Part } from './status-part.ts'

type Webhooks = NonNullable<Status['webhooks']>

/** An event that has waited for longer after a failure is worth a look. */
const MAX_WAIT = sql.lit('1 hour')

/** The events for other systems: how many wait since when, and which were given up. */
export async function readWebhooks(database: Db): Promise<Part<Webhooks>> {
  const { rows } = await sql<{ waiting: number; oldest: string | null; late: number; failed: number }>`
    select count(*) filter (where due_at is not null)::int as waiting,
      min(happened_at) filter (where due_at is not null) as oldest,
      count(*) filter (where due_at is not null and happened_at < now() - interval ${MAX_WAIT})::int as late,
      count(*) filter (where ${LATELY_GIVEN_UP})::int as failed
    from webhook_deliveries where delivered_at is null`.execute(database)
  const { rows: failures } = await sql<{ at: string; error: string; status: number | null }>`
    select happened_at as at, last_error as error, last_status as status from webhook_deliveries
    where delivered_at is null and last_error is not null order by happened_at desc limit 1`.execute(database)
  const { waiting, oldest, late, failed } = rows[0]!
  const [failure] = failures
  return {
    value: {
      ...{ waiting, oldest, failed },
      lastFailure: failure
        ? {
            at: failure.at,
            error: failure.status ? `${failure.error} ${failure.status}` : failure.error,
          }
        : null,
    },
    warnings: [
      ...(failed > 0
        ? [
            alarm(
              'webhooks',
              `${events(failed)} de los últimos siete días no ${failed === 1 ? 'llegó' : 'llegaron'} a otro sistema. Búscalos en Conexiones y envíalos otra vez.`,
            ),
          ]
        : []),
      ...(late > 0
        ? [
            advice(
              'webhooks-late',
              `${events(late)} a otros sistemas ${late === 1 ? 'espera' : 'esperan'} hace más de una hora. Revisa en Conexiones qué sistema no responde.`,
            ),
          ]
        : []),
    ],
  }
}

const events = (count: number) => (count === 1 ? '1 aviso' : `${count.toLocaleString('es-CL')} avisos`)
