import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Services } from '../services.ts'

/** Below this many free bytes the disk counts as full: an image at all its widths and some write-ahead log. */
const NEEDED_BYTES = 64 * 1024 * 1024

/** What a balancer asks: whether the database answers and the disk has room. `ok` is all of it. */
export async function checkHealth({ database, config }: Services) {
  const [databaseOk, diskOk] = await Promise.all([
    sql`select 1`.execute(database).then(
      () => true,
      () => false,
    ),
    statfs(config.dataDir).then(
      ({ bavail, bsize }) => bavail * bsize > NEEDED_BYTES,
      () => false,
    ),
  ])
  return { ok: databaseOk && diskOk, database: databaseOk, disk: diskOk }
}
