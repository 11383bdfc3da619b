import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { createTestApp } from './app.ts'
import { startS3 } from './s3.ts'

/** A picture of one colour. */
export const picture = (format: 'jpeg' | 'png' | 'webp' = 'jpeg', { width = 80, height = 60 } = {}) =>
  sharp({ create: { width, height, channels: 3, background: '#2e7d5b' } })
    .toFormat(format)
    .toBuffer()

/** A picture of noise, which no encoder makes small. */
export const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer()

/** A multipart body of text fields and files, `[field, bytes, file name]`. */
export function multipart(
  fields: Record<string, string>,
  ...files: (readonly [field: string, bytes: Buffer | string, name?: string])[]
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [field, bytes, name = 'foto.jpg'] of files) {
    form.append(field, new Blob([new Uint8Array(Buffer.from(bytes as string))]), name)
  }
  return form
}

/** The server on each kind of image store, with a way to count the pictures' files in it. */
export async function appsOnEachStore() {
  const disk = await createTestApp()
  const { env, folder } = await startS3()
  const s3 = await createTestApp(env)
  return [
    { store: 'the disk', ...disk, files: () => filesIn(join(disk.config.dataDir, 'images')) },
    { store: 'an S3-compatible store', ...s3, files: () => filesIn(folder) },
  ] as const
}

/** Names of the pictures' files below a folder, without what a store keeps beside them. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && !/_metadata\.json$|\.md5$/.test(entry.name))
    .map((entry) => entry.name)
}
