import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { CarouselImage } from '#contract/carousel.ts'
import type { Db, Tx } from '../../database/schema.ts'

/** The images by position: all of them, or only the visible ones. */
export async function listCarousel(
  database: Db,
  { includeInactive }: { includeInactive: boolean },
): Promise<CarouselImage[]> {
  return database
    .selectFrom('carousel_images')
    .select(['id as _id', 'photo', 'name', 'state', 'position', 'link'])
    .$if(!includeInactive, (query) => query.where('state', '=', true))
    .orderBy('position')
    .execute()
}

/** An image as the subject of an audit entry. */
export const imageSubject = (id: string, label: string) => ({ kind: 'carousel-image', id, label })

/** A version of the list: equal for the same images in the same order. */
export const versionOf = (ids: readonly string[]) =>
  createHash('sha256').update(ids.join()).digest('base64url').slice(0, 22)

/**
 * Locks the list until the transaction ends, so that the positions stay 1 to n. Reads don't wait.
 *
 * @returns the ids in order
 */
export async function lockCarousel(tx: Tx): Promise<string[]> {
  await sql`lock table carousel_images in share row exclusive mode`.execute(tx)
  const rows = await tx.selectFrom('carousel_images').select('id').orderBy('position').execute()
  return rows.map(({ id }) => id)
}
