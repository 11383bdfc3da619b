import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageKind } from '#server/images/image-kinds.ts'
import type { ImageStore, ListedFile } from '#server/images/image-store.ts'
import { createTestApp } from './app.ts'
import { startS3 } from './s3.ts'

/** A test app for each kind of image store. `files` lists the stored image files, which are below `folder`. */
export async function appsOnEachStore() {
  const disk = await createTestApp()
  const { env, folder } = await startS3()
  const s3 = await createTestApp(env)
  const onDisk = join(disk.config.dataDir, 'images')
  return [
    { store: 'the disk', ...disk, folder: onDisk, files: () => filesIn(onDisk) },
    { store: 'an S3-compatible store', ...s3, folder, files: () => filesIn(folder) },
  ] as const
}

/** The files that an image store lists. */
export async function listFiles(images: ImageStore, kind: ImageKind): Promise<ListedFile[]> {
  const files: ListedFile[] = []
  for await (const file of images.list(kind)) files.push(file)
  return files
}

/** Names of the image files below a folder, without the store's metadata files. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && !/_metadata\.json$|\.md5$/.test(entry.name))
    .map((entry) => entry.name)
}
