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
  // Loaded only if used, because the client takes much memory and slows the start down.
  const { openS3Store } = await import('./s3-store.ts')
  return openS3Store(s3)
}
