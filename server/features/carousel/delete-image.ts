import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { isId, Refusal } from '../../http/refusal.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { removeImage } from '../../images/store-image.ts'
import { lockCarousel } from './queries.ts'

/**
 * Deletes an image, named by its id or its file name (design §2.21), and closes the gap that it leaves.
 *
 * @param report hears of a file that could not be removed
 * @throws Refusal NOT_FOUND
 */
export async function deleteImage(
  database: Db,
  images: ImageStore,
  { name, report }: { name: string; report: (error: unknown) => void },
) {
  const { photo } = await database.transaction().execute(async (tx) => {
    await lockCarousel(tx)
    const gone = await tx
      .deleteFrom('carousel_images')
      .where(isId(name) ? 'id' : 'photo', '=', name)
      .returning(['photo', 'position'])
      .executeTakeFirst()
    if (!gone) throw new Refusal('NOT_FOUND')
    await tx
      .updateTable('carousel_images')
      .set({ position: sql<number>`position - 1` })
      .where('position', '>', gone.position)
      .execute()
    return gone
  })
  await removeImage(images, { kind: 'carousel', name: photo }, report)
}
