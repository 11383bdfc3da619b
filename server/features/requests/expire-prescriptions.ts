import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { imageColumns } from '../../images/image-columns.ts'
import { queueImageRemovals } from '../../images/image-removals.ts'

const BATCH = 500

/** The assignments that clear a row's image. */
const EMPTY_IMAGE_COLUMNS = {
  prescription: sql`photo = ''`,
  'order-prescription': sql`photo = '', digest = null`,
}

/** The time from which the days until an image's removal count. */
const AGE_COLUMN = {
  prescription: sql`coalesce(answered_at, created_at)`,
  'order-prescription': sql`created_at`,
}

/**
 * Removes the images of prescription requests and orders' prescriptions after a number of days, counted from a request's answer or, without
 * one, from the upload. The rows stay.
 *
 * @returns the number of removed images
 */
export async function expirePrescriptions(database: Db, days: number): Promise<number> {
  return (
    (await expireKind(database, 'prescription', days)) +
    (await expireKind(database, 'order-prescription', days))
  )
}

async function expireKind(
  database: Db,
  kind: keyof typeof EMPTY_IMAGE_COLUMNS,
  days: number,
): Promise<number> {
  const table = sql.table(imageColumns[kind][0].table)
  let expired = 0
  for (;;) {
    const names = await inTransaction(database, async (tx) => {
      const { rows } = await sql<{ photo: string }>`
        with old as (
          select photo from ${table}
          where photo <> '' and ${AGE_COLUMN[kind]} < now() - make_interval(days => ${days}::int)
          limit ${BATCH} for update skip locked
        )
        update ${table} sent set ${EMPTY_IMAGE_COLUMNS[kind]} from old
        where sent.photo = old.photo and sent.photo <> '' returning old.photo`.execute(tx)
      const photos = rows.map(({ photo }) => photo)
      await queueImageRemovals(tx, kind, photos)
      return photos
    })
    expired += names.length
    if (names.length < BATCH) return expired
  }
}
