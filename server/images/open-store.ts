import { openDiskStore } from './disk-store.ts'
import type { ImageStore, S3Settings } from './image-store.ts'

/** Opens the store: the S3-compatible one where there is one, else the disk below `dataDir` (design §4). */
export async function openImageStore({
  dataDir,
  s3,
}: {
  dataDir: string
  s3?: S3Settings
}): Promise<ImageStore> {
  if (!s3) return openDiskStore(dataDir)
  // Its client costs 40 MB of memory and a tenth of a second at the start: only where it is used.
  const { openS3Store } = await import('./s3-store.ts')
  return openS3Store(s3)
}
