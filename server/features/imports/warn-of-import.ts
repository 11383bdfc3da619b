import { sql } from 'kysely'
import type { ImportReport } from '#contract/import-report.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Person } from '../../mail/render-mail.ts'
import { findImport } from './import-store.ts'

/** The most such mails to an administrator in a day, for a cash desk that drops a wrong file every few minutes. */
const MAX_MAILS_A_DAY = 20

/** Queues a mail to each administrator about a file that wasn't saved by itself. */
export async function warnOfImport(tx: Tx, importId: string): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    select id as "userId" from users
    where role = 'Administrador' and disabled_at is null and (
      select count(*) from mails
      where message->>'kind' = 'import-waiting' and message->>'userId' = users.id::text
        and queued_at > now() - interval '1 day'
    ) < ${MAX_MAILS_A_DAY}`.execute(tx)
  if (rows.length === 0) return
  await queueMail(tx, ...rows.map(({ userId }) => ({ kind: 'import-waiting' as const, importId, userId })))
}

export type WaitingImport = { to: Person; report: ImportReport }

/** An import that still waits or was refused, and the administrator to tell; undefined when there is nothing to say any more. */
export async function findWaitingImport(
  database: Db,
  { importId, userId }: { importId: string; userId: string },
): Promise<WaitingImport | undefined> {
  const report = await findImport(database, importId)
  if (report?.state !== 'preview' && report?.state !== 'refused') return undefined
  const to = await database
    .selectFrom('users')
    .select(['name', 'email as address'])
    .where('id', '=', userId)
    .where('role', '=', 'Administrador')
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return to && { to, report }
}
