import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import type { UploadedFile } from '../../http/uploads.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { storeImages } from '../../images/store-image.ts'
import { lockCarousel } from './queries.ts'

/** Characters. */
const MAX_NAME = 120

/**
 * Adds images at the end of the carousel, visible, in the order of the files: all of them or none.
 *
 * @throws errors of {@link storeImages}
 */
export async function addImages(database: Db, images: ImageStore, files: readonly UploadedFile[]) {
  await storeImages(images, { kind: 'carousel', files: files.map(({ bytes }) => bytes) }, (photos) =>
    inTransaction(database, async (tx) => {
      const { length } = await lockCarousel(tx)
      const rows = photos.map((photo, index) => ({
        photo,
        name: displayName(files[index]?.name ?? ''),
        position: length + index + 1,
      }))
      await tx.insertInto('carousel_images').values(rows).execute()
    }),
  )
}

/** A file's name for display: short, without folders and without control or text-direction characters. */
function displayName(fileName: string): string {
  const name = fileName
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...name].slice(0, MAX_NAME).join('') || 'Imagen'
}
