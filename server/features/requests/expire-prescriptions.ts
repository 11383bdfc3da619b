import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { imageColumns } from '../../images/image-columns.ts'
import { queueImageRemovals } from '../../images/image-removals.ts'

const BATCH = 500

/** The kinds of images, the time from which their days count, and the assignments that clear a row's image. */
const KINDS = [
  { kind: 'prescription', since: sql`coalesce(answered_at, created_at)`, cleared: sql`photo = ''` },
  { kind: 'order-prescription', since: sql`created_at`, cleared: sql`photo = '', digest = null` },
] as const

/**
 * Removes the images of prescription requests and orders' prescriptions after a number of days, counted from a request's answer or, without
 * one, from the upload. The rows stay.
 *
 * @returns the number of removed images
 */
export async function expirePrescriptions(database: Db, days: number): Promise<number> {
  let expired = 0
  for (const { kind, since, cleared } of KINDS) {
    const table = sql.table(imageColumns[kind][0].table)
    let found: number
    do {
      found = await inTransaction(database, async (tx) => {
        const { rows } = await sql<{ photo: string }>`
          with old as (
            select photo from ${table} where photo <> '' and ${since} < now() - make_interval(days => ${days}::int)
            limit ${BATCH} for update skip locked
          )
          update ${table} sent set ${cleared} from old
          where sent.photo = old.photo and sent.photo <> '' returning old.photo`.execute(tx)
        const photos = rows.map(({ photo }) => photo)
        await queueImageRemovals(tx, kind, photos)
        return photos.length
      })
      expired += found
    } while (found === BATCH)
  }
  return expired
}
