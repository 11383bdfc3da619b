import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { LOCKS } from '../database/advisory-locks.ts'
import { connect } from '../database/connection.ts'
import type { Db } from '../database/schema.ts'
import { MAINTENANCE_TIMEOUTS } from '../database/timeouts.ts'
import { createUnchangedFilter, type FolderFile, listFiles } from './list-files.ts'
import { type ImportFolder, withFolder } from './open-folder.ts'
import { takeFile } from './take-file.ts'

/** The longest and the shortest time between two looks at the folder. */
const MAX_INTERVAL_MS = 5_000
const MIN_INTERVAL_MS = 250
/** The delay before the next attempt for a file that couldn't be taken, such as a file that another program holds open. */
const RETRY_MS = 60_000

type Watching = {
  config: Config
  database: Db
  url: string
  /** Called with a line for each taken file. */
  log: (text: string) => void
  /** Called with a message for the operator. */
  warn: (text: string) => void
  logger: Parameters<typeof takeFile>[0]['log']
  onError: (error: unknown) => void
}

/**
 * Imports the files that are dropped in the folder, until stopped. Of several servers on one database one takes files at a time.
 *
 * @returns `stop` waits for the file that is being taken
 */
export function watchFolder(folder: string, watching: Watching): { stop: () => Promise<void> } {
  const { warn, onError } = watching
  const { quietSeconds } = watching.config.imports
  const unchanged = createUnchangedFilter(quietSeconds * 1_000)
  const interval = Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, quietSeconds * 500))
  const stopping = new AbortController()
  /** The files that couldn't be taken, with the time to try again. */
  const delayed = new Map<string, number>()
  let warned: string | undefined
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  const isDue = (file: FolderFile) => (delayed.get(keyOf(file)) ?? 0) <= performance.now()

  const look = async () => {
    const problem = await withFolder(folder, takeDue)
    if (problem && problem !== warned) warn(`IMPORT_DIR: no se leen archivos. ${problem}`)
    warned = problem
  }

  const takeDue = async (opened: ImportFolder) => {
    const due = unchanged(await listFiles(opened.path)).filter(isDue)
    if (due.length === 0) return
    await withFolderLock(watching, async () => {
      // Another server may have taken files before it freed the lock.
      const present = new Set((await listFiles(opened.path)).map(keyOf))
      for (const file of due) {
        if (stopping.signal.aborted) return
        if (present.has(keyOf(file))) await take(opened, file)
      }
    })
  }

  const take = async (opened: ImportFolder, file: FolderFile) => {
    const { database, config, log, logger } = watching
    try {
      const taken = await takeFile({ database, config, folder: opened, log: logger }, file)
      if (!taken) return
      const { created, updated, unchanged, refused } = taken.report
      log(
        `Carpeta de importación: ${taken.path}. Creados: ${created}. Actualizados: ${updated}. Sin cambios: ${unchanged}. Filas rechazadas: ${refused}.`,
      )
    } catch (error) {
      delayed.set(keyOf(file), performance.now() + RETRY_MS)
      throw error
    }
  }

  const run = async () => {
    await look().catch(onError)
    if (!stopping.signal.aborted) timer = setTimeout(start, interval)
  }
  const start = () => {
    looking = run()
  }
  start()

  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await looking
    },
  }
}

const keyOf = ({ name, size, modified }: FolderFile) => `${modified} ${size} ${name}`

/** Runs `work` if no other server has the folder's lock. The lock has a connection of its own: the pool may have only one. */
async function withFolderLock({ url, config, onError }: Watching, work: () => Promise<void>): Promise<void> {
  const database = connect(url, {
    max: 1,
    pooler: config.databasePooler,
    timeouts: MAINTENANCE_TIMEOUTS,
    onError,
  })
  try {
    await database.transaction().execute(async (tx) => {
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(${LOCKS.importFolder}::bigint) as locked`.execute(tx)
      if (rows[0]?.locked) await work()
    })
  } finally {
    await database.destroy()
  }
}
