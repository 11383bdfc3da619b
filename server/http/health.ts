import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Services } from '../services.ts'

/** Free bytes below which the disk counts as full: room for an image at all its widths and some write-ahead log. */
const MIN_FREE_BYTES = 64 * 1024 * 1024

/** For a load balancer: whether the database answers and the disk has room. `ok` is both. */
export async function checkHealth({ database, config }: Services) {
  const [databaseOk, diskOk] = await Promise.all([
    sql`select 1`.execute(database).then(
      () => true,
      () => false,
    ),
    statfs(config.dataDir).then(
      ({ bavail, bsize }) => bavail * bsize > MIN_FREE_BYTES,
      () => false,
    ),
  ])
  return { ok: databaseOk && diskOk, database: databaseOk, disk: diskOk }
}
