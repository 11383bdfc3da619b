import { sql } from 'kysely'
import type { Status } from '#contract/status.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/schema.ts'
import { advice, alarm, type Part } from './status-part.ts'

type Mail = NonNullable<Status['mail']>

/** The queue of mails: how many wait since when, and the last failure. */
export async function readMail(database: Db, { smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<Part<Mail>> {
  const { rows } = await sql<{ waiting: number; oldest: string | null; givenUp: number; isStuck: boolean }>`
    select count(*) filter (where due_at is not null)::int as waiting,
      min(queued_at) filter (where due_at is not null) as oldest,
      count(*) filter (where due_at is null and sent_at is null and queued_at > now() - interval '7 days')::int as "givenUp",
      coalesce(min(queued_at) filter (where due_at is not null) < now() - interval '1 hour'
        and coalesce(max(sent_at) < now() - interval '1 hour', true), false) as "isStuck"
    from mails`.execute(database)
  const { rows: failures } = await sql<{ at: string; error: string }>`
    select queued_at as at, last_error as error from mails where last_error <> '' and sent_at is null
    order by queued_at desc limit 1`.execute(database)
  const { waiting, oldest, givenUp, isStuck } = rows[0]!
  const [failure] = failures
  const lastFailure = failure ? { at: failure.at, error: withoutAddresses(failure.error) } : null
  return {
    value: { waiting, oldest, givenUp, lastFailure },
    warnings: [
      ...(smtpUrl
        ? []
        : [
            advice(
              'smtp',
              'No hay SMTP_URL: los correos quedan como archivos en DATA_DIR/outbox y no llegan a nadie.',
            ),
          ]),
      ...(isStuck
        ? [
            alarm(
              'mail',
              `Hace más de una hora que no sale ningún correo${because(lastFailure)}. Revisa SMTP_URL y el servidor de correo.`,
            ),
          ]
        : []),
      ...(givenUp > 0
        ? [
            advice(
              'mail-given-up',
              `${givenUp === 1 ? '1 correo' : `${givenUp} correos`} de los últimos siete días no ${givenUp === 1 ? 'salió' : 'salieron'} después de diez intentos${because(lastFailure)}.`,
            ),
          ]
        : []),
    ],
  }
}

const because = (failure: Mail['lastFailure']) => (failure ? ` (${failure.error})` : '')

/** A mail server's words without the addresses of people that they may quote. */
const withoutAddresses = (text: string) => text.replace(/[^\s<>"']+@[^\s<>"']+/g, '…').slice(0, 200)
