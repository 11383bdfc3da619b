import { openDiskStore } from './disk-store.ts'
import type { ImageStore, S3Settings } from './image-store.ts'

/** Opens the S3-compatible store if one is configured, else the disk store below `dataDir`. */
export async function openImageStore({
  dataDir,
  s3,
}: {
  dataDir: string
  s3?: S3Settings
}): Promise<ImageStore> {
  if (!s3) return openDiskStore(dataDir)
  // Loaded only where it is used: the client takes 40 MB of memory and 100 ms at the start.
  const { openS3Store } = await import('./s3-store.ts')
  return openS3Store(s3)
}
