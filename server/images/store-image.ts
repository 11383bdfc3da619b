import { encodeImage } from './encode.ts'
import type { ImageKind } from './image-kinds.ts'
import type { ImageStore } from './image-store.ts'

/**
 * Checks, re-encodes and stores an uploaded image before the row that names it is written, and removes it when that fails.
 * Every uploaded image goes through here.
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

/** Stores several images like {@link storeImage}, all or none. `write` gets their names in the order of the files. */
export async function storeImages<Result>(
  images: ImageStore,
  { kind, files }: { kind: ImageKind; files: readonly Buffer[] },
  write: (names: string[]) => Promise<Result>,
): Promise<Result> {
  const names: string[] = []
  try {
    // In sequence: other people's uploads take their turns between ten images of one person.
    for (const bytes of files) names.push(await images.put(kind, await encodeImage(kind, bytes)))
    return await write(names)
  } catch (error) {
    await Promise.allSettled(names.map((name) => images.remove(kind, name)))
    throw error
  }
}

/**
 * Removes an image that no row names any more. When the store is unavailable, the file is left behind and `onLeftover` gets the
 * error: the change of the row stays valid.
 */
export async function removeImage(
  images: ImageStore,
  { kind, name }: { kind: ImageKind; name: string },
  onLeftover: (error: unknown) => void,
): Promise<void> {
  if (name) await images.remove(kind, name).catch(onLeftover)
}
