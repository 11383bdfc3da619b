import { sql } from 'kysely'
import { store } from '#store'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { findBackupProblem } from './backup-state.ts'

/** Queues a mail about a problem with the backups to each administrator, once a day. Any server may call it at any time. */
export async function warnAdministrators(database: Db): Promise<void> {
  if (!(await findBackupProblem(database))) return
  await inTransaction(database, async (tx) => {
    const { rows } = await sql<{ userId: string; day: string }>`
      select id as "userId", to_char(now() at time zone ${store.timeZone}, 'YYYY-MM-DD') as day
      from users where role = 'Administrador' and disabled_at is null`.execute(tx)
    await queueMail(tx, ...rows.map((row) => ({ kind: 'backup-failed' as const, ...row })))
  })
}
