import { encodeImage } from './encode.ts'
import type { ImageKind } from './kinds.ts'
import type { ImageStore } from './store.ts'

/**
 * The one way in for an uploaded picture: checked, re-encoded and stored before the row that names it, and removed when
 * that row never comes.
 *
 * @param write makes the row; gets the picture's name
 * @throws ImageRejected, ImageStoreFull, ImageStoreAway, and whatever `write` throws
 */
export async function keepImage<Result>(
  images: ImageStore,
  { kind, bytes }: { kind: ImageKind; bytes: Buffer },
  write: (name: string) => Promise<Result>,
): Promise<Result> {
  const name = await images.put(kind, await encodeImage(kind, bytes))
  try {
    return await write(name)
  } catch (error) {
    await images.remove(kind, name)
    throw error
  }
}
