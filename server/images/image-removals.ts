import { sql } from 'kysely'
import type { Db, Tx } from '../database/schema.ts'
import type { ImageKind } from './image-kinds.ts'
import type { ImageStore } from './image-store.ts'

/** The most images that one run removes; the rest waits for the next run. */
const MAX_IMAGES = 10_000

/** Failures after which the image store counts as unavailable. */
const MAX_FAILURES = 5

/**
 * Queues the removal of images in the transaction that removes their names from rows. Files are removed after the commit, with retries.
 * Empty names are ignored.
 */
export async function queueImageRemovals(tx: Tx, kind: ImageKind, names: string[]): Promise<void> {
  await sql`
    insert into image_removals (kind, name) select ${kind}, name from unnest(${names}::text[]) name where name <> ''
    on conflict do nothing`.execute(tx)
}

/**
 * Removes the files of the queued images, the oldest first. A failed image goes to the end of the queue.
 *
 * @returns how many images were removed, and an error for each failure
 */
export async function removeQueuedImages(
  database: Db,
  images: ImageStore,
): Promise<{ removed: number; errors: unknown[] }> {
  const { rows: queue } = await sql<{ kind: ImageKind; name: string }>`
    select kind, name from image_removals order by queued_at limit ${MAX_IMAGES}`.execute(database)
  const errors: unknown[] = []
  let removed = 0
  for (const { kind, name } of queue) {
    try {
      await images.remove(kind, name)
      await sql`delete from image_removals where kind = ${kind} and name = ${name}`.execute(database)
      removed += 1
    } catch (error) {
      errors.push(error)
      await sql`update image_removals set queued_at = clock_timestamp() where kind = ${kind} and name = ${name}`.execute(
        database,
      )
      if (errors.length === MAX_FAILURES) break
    }
  }
  return { removed, errors }
}
