import { encodeImage } from './encode.ts'
import type { ImageKind } from './image-kinds.ts'
import type { ImageStore } from './image-store.ts'

/**
 * The one way in for an uploaded image: checked, re-encoded and stored before the row that names it, and removed when
 * that row never comes.
 *
 * @param write makes the row; gets the image's name
 * @throws ImageRejected, ImageStoreFull, ImageStoreAway, and whatever `write` throws
 */
export async function storeImage<Result>(
  images: ImageStore,
  { kind, bytes }: { kind: ImageKind; bytes: Buffer },
  write: (name: string) => Promise<Result>,
): Promise<Result> {
  return storeImages(images, { kind, files: [bytes] }, ([name = '']) => write(name))
}

/** The same for several images: all of them or none. `write` gets the names in the order of the files. */
export async function storeImages<Result>(
  images: ImageStore,
  { kind, files }: { kind: ImageKind; files: readonly Buffer[] },
  write: (names: string[]) => Promise<Result>,
): Promise<Result> {
  const names: string[] = []
  try {
    // One after the other: one person's ten images leave the others' uploads their turn.
    for (const bytes of files) names.push(await images.put(kind, await encodeImage(kind, bytes)))
    return await write(names)
  } catch (error) {
    await Promise.allSettled(names.map((name) => images.remove(kind, name)))
    throw error
  }
}

/**
 * Removes an image that no row names any more. What was saved stays saved when the store is away: the file is only left
 * over, which `report` hears of.
 */
export async function removeImage(
  images: ImageStore,
  { kind, name }: { kind: ImageKind; name: string },
  report: (error: unknown) => void,
): Promise<void> {
  if (name) await images.remove(kind, name).catch(report)
}
