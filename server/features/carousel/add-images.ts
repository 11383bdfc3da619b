import type { Db } from '../../database/schema.ts'
import type { UploadedFile } from '../../http/uploads.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { storeImages } from '../../images/store-image.ts'
import { lockCarousel } from './queries.ts'

const MAX_NAME = 120

/**
 * Adds images at the end of the carousel, visible, in the order of the files: all of them or none.
 *
 * @throws what {@link storeImages} throws
 */
export async function addImages(database: Db, images: ImageStore, files: readonly UploadedFile[]) {
  await storeImages(images, { kind: 'carousel', files: files.map(({ bytes }) => bytes) }, (photos) =>
    database.transaction().execute(async (tx) => {
      const { length } = await lockCarousel(tx)
      const rows = photos.map((photo, at) => ({
        photo,
        name: shownName(files[at]?.name ?? ''),
        position: length + at + 1,
      }))
      await tx.insertInto('carousel_images').values(rows).execute()
    }),
  )
}

/** A file's name as people read it: without folders, control or direction characters, of a length that fits a list. */
function shownName(fileName: string): string {
  const name = fileName
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...name].slice(0, MAX_NAME).join('') || 'Imagen'
}
