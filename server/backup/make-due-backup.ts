import { sql } from 'kysely'
import { LOCKS } from '../database/advisory-locks.ts'
import { isBackupDue } from '../features/backups/backup-state.ts'
import { readCommandConfig, runCommand, withDatabase } from '../operator/command.ts'
import { makeBackup } from './make-backup.ts'

// The program that a server starts when a backup is due (schedule.ts). Of all servers, the first one makes it.

const config = readCommandConfig()
const log = (text: string) => console.log(text)

await runCommand(() =>
  withDatabase(config, log, (database) =>
    // The lock is held by a transaction of its own, until the backup is done or this process is killed.
    database.transaction().execute(async (tx) => {
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(${LOCKS.backup}::bigint) as locked`.execute(tx)
      if (!rows[0]?.locked || !(await isBackupDue(tx, config.backups))) return
      await makeBackup({ database, url: config.databaseUrl!, config, log, warn: console.error })
    }),
  ),
)
