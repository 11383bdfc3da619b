import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { isBackupDue, noteBackupsOn } from '../features/backups/backup-state.ts'
import { areOnSameDisk } from '../features/backups/same-disk.ts'

/** The delay of the first check after a start, so that a missed night's backup doesn't slow the start down. */
const FIRST_CHECK_MS = 2 * 60_000
const CHECK_INTERVAL_MS = 60_000

type Scheduling = {
  config: Config
  database: Db
  /** The address of `database`. */
  url: string
  log: (text: string) => void
  onError: (error: unknown) => void
}

/**
 * Makes backups when they are due, each in a process of low priority. Several servers may do so on one database: one of them makes each
 * backup.
 *
 * @returns a function that ends a backup under way; the next backup removes its unfinished files
 */
export function startBackups({ config, database, url, log, onError }: Scheduling): {
  stop: () => Promise<void>
} {
  const { everySeconds, folder } = config.backups
  const interval = everySeconds ? Math.min(everySeconds * 1_000, CHECK_INTERVAL_MS) : CHECK_INTERVAL_MS
  let running: ReturnType<typeof makeBackupInProcess> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const check = async () => {
    try {
      if (await isBackupDue(database, config.backups)) {
        if (isStopped) return
        running = makeBackupInProcess(config, url)
        await running.ended
      }
    } catch (error) {
      if (!isStopped) onError(error)
    }
    running = undefined
    if (!isStopped) timer = setTimeout(check, interval)
  }
  timer = setTimeout(check, everySeconds ? interval : FIRST_CHECK_MS)
  noteBackupsOn(database).catch(onError)
  areOnSameDisk(database, config).then((same) => {
    if (same)
      log(
        `Los respaldos quedan en ${folder}, en el mismo disco que los datos: si se daña, se pierden juntos. BACKUP_DIR los lleva a otro, BACKUP_S3_* a un bucket.`,
      )
  }, onError)

  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running?.stop()
    },
  }
}

function makeBackupInProcess(config: Config, url: string) {
  const child = fork(new URL('./make-due-backup.ts', import.meta.url), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, DATABASE_URL: url, BACKUP_DIR: config.backups.folder, DATA_DIR: config.dataDir },
  })
  const ended = once(child, 'exit')
  // Customers' requests have the processor first.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return {
    ended,
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
