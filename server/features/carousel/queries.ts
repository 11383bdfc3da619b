import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { CarouselImage } from '#contract/carousel.ts'
import type { Db, Tx } from '../../database/schema.ts'

/** The images by position. */
export async function listCarousel(
  database: Db,
  { everything }: { everything: boolean },
): Promise<CarouselImage[]> {
  return database
    .selectFrom('carousel_images')
    .select(['id as _id', 'photo', 'name', 'state', 'position'])
    .$if(!everything, (query) => query.where('state', '=', true))
    .orderBy('position')
    .execute()
}

/** Names an order of images: the same for the same images in the same order. */
export const versionOf = (ids: readonly string[]) =>
  createHash('sha256').update(ids.join()).digest('base64url').slice(0, 22)

/**
 * Makes changes of the list wait for each other, so that positions stay 1 to n; reading goes on meanwhile. Answers the
 * ids in their order.
 */
export async function lockCarousel(tx: Tx): Promise<string[]> {
  await sql`lock table carousel_images in share row exclusive mode`.execute(tx)
  const rows = await tx.selectFrom('carousel_images').select('id').orderBy('position').execute()
  return rows.map(({ id }) => id)
}
