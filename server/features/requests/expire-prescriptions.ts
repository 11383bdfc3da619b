import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { queueImageRemovals } from '../../images/image-removals.ts'

const BATCH = 500

/**
 * Takes the images off the prescription requests that were answered more than a number of days ago, or sent if nobody has
 * answered, and queues the removal of their files. The requests stay.
 *
 * @returns how many images
 */
export async function expirePrescriptions(database: Db, days: number): Promise<number> {
  let expired = 0
  for (;;) {
    const names = await inTransaction(database, async (tx) => {
      const { rows } = await sql<{ photo: string }>`
        with old as (
          select id, photo from form_requests
          where photo <> '' and coalesce(answered_at, created_at) < now() - make_interval(days => ${days}::int)
          limit ${BATCH} for update skip locked
        )
        update form_requests set photo = '' from old where form_requests.id = old.id returning old.photo`.execute(
        tx,
      )
      const photos = rows.map(({ photo }) => photo)
      await queueImageRemovals(tx, 'prescription', photos)
      return photos
    })
    expired += names.length
    if (names.length < BATCH) return expired
  }
}
