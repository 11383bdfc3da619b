import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { removeImage } from '../../images/store-image.ts'
import { isId, Refusal } from '../../refusals/refusal.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { imageSubject, lockCarousel } from './queries.ts'

/**
 * Deletes an image and closes the gap in the positions.
 *
 * @param name the image's id or its file name
 * @param onOrphan called with the error when the file could not be removed
 * @throws Refusal NOT_FOUND
 */
export async function deleteImage(
  database: Db,
  images: ImageStore,
  { name, actor, onOrphan }: { name: string; actor: Actor; onOrphan: (error: unknown) => void },
) {
  const { photo } = await inTransaction(database, async (tx) => {
    await lockCarousel(tx)
    const deleted = await tx
      .deleteFrom('carousel_images')
      .where(isId(name) ? 'id' : 'photo', '=', name)
      .returning(['id', 'photo', 'name', 'state', 'position'])
      .executeTakeFirst()
    if (!deleted) throw new Refusal('NOT_FOUND')
    await tx
      .updateTable('carousel_images')
      .set({ position: sql<number>`position - 1` })
      .where('position', '>', deleted.position)
      .execute()
    const { id, photo: _, ...image } = deleted
    await recordAudit(tx, actor, {
      action: 'carousel.delete',
      subject: imageSubject(id, image.name),
      before: image,
    })
    return deleted
  })
  await removeImage(images, { kind: 'carousel', name: photo }, onOrphan)
}
