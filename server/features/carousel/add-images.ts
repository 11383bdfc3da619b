import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { displayName } from '../../files/display-name.ts'
import type { UploadedFile } from '../../http/uploads.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { storeImages } from '../../images/store-image.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { imageSubject, lockCarousel } from './queries.ts'

/**
 * Adds images at the end of the carousel, visible, in the order of the files: all of them or none.
 *
 * @throws errors of {@link storeImages}
 */
export async function addImages(
  database: Db,
  images: ImageStore,
  { files, actor }: { files: readonly UploadedFile[]; actor: Actor },
) {
  await storeImages(images, { kind: 'carousel', files: files.map(({ bytes }) => bytes) }, (photos) =>
    inTransaction(database, async (tx) => {
      const { length } = await lockCarousel(tx)
      const rows = photos.map((photo, index) => ({
        photo,
        name: displayName(files[index]?.name ?? '', 'Imagen'),
        position: length + index + 1,
      }))
      const added = await tx
        .insertInto('carousel_images')
        .values(rows)
        .returning(['id', 'name', 'position', 'state'])
        .execute()
      const entries = added.map(({ id, ...image }) => ({
        action: 'carousel.add' as const,
        subject: imageSubject(id, image.name),
        after: image,
      }))
      await recordAudit(tx, actor, ...entries)
    }),
  )
}
