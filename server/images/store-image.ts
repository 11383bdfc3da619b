import { provesRollback } from '../database/proves-rollback.ts'
import { encodeImage, type Pixels } from './encode.ts'
import type { ImageKind } from './image-kinds.ts'
import type { ImageStore } from './image-store.ts'

/**
 * Checks, re-encodes and stores an uploaded image, then writes its row, and removes the image if the write fails. After a connection lost
 * during the COMMIT, the image stays; {@link sweepImages} removes it if no row names it.
 *
 * @param write writes the row; gets the image's name
 * @throws ImageRejected, ImageStoreFull, ImageStoreUnavailable, and whatever `write` throws
 */
export async function storeImage<Result>(
  images: ImageStore,
  { kind, bytes }: { kind: ImageKind; bytes: Buffer },
  write: (name: string) => Promise<Result>,
): Promise<Result> {
  return storeImages(images, { kind, files: [bytes] }, ([name = '']) => write(name))
}

/**
 * Stores an image like {@link storeImage}, with a digest of its pixels, which is equal for files that differ only in format or metadata.
 *
 * @param write writes the row; gets the image's name and digest
 */
export async function storeDigestedImage<Result>(
  images: ImageStore,
  { kind, bytes }: { kind: ImageKind; bytes: Buffer },
  write: (name: string, digest: string) => Promise<Result>,
): Promise<Result> {
  let digest = ''
  const onPixels = async (pixels: Pixels) => {
    digest = await digestOf(pixels)
  }
  return storeImages(images, { kind, files: [bytes], onPixels }, ([name = '']) => write(name, digest))
}

/** The size and the SHA-256 of the pixels, in hex. Web Crypto computes it on another thread. */
async function digestOf({ data, width, height, channels }: Pixels): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(data))
  return `${width}x${height}x${channels} ${Buffer.from(hash).toString('hex')}`
}

/** Stores several images like {@link storeImage}, all or none. `write` gets their names in the order of the files. */
export async function storeImages<Result>(
  images: ImageStore,
  {
    kind,
    files,
    onPixels,
  }: { kind: ImageKind; files: readonly Buffer[]; onPixels?: (pixels: Pixels) => Promise<void> },
  write: (names: string[]) => Promise<Result>,
): Promise<Result> {
  const names: string[] = []
  const removeAll = () => Promise.allSettled(names.map((name) => images.remove(kind, name)))
  try {
    // Encodes in sequence, so that other people's uploads take turns with one person's ten images.
    for (const bytes of files) names.push(await images.put(kind, await encodeImage(kind, bytes, onPixels)))
  } catch (error) {
    await removeAll()
    throw error
  }
  try {
    return await write(names)
  } catch (error) {
    if (provesRollback(error)) await removeAll()
    throw error
  }
}
