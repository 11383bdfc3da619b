import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImageStore } from '../../images/image-store.ts'
import type { PersonExport } from './export-person.ts'

/** The mode of new files: readable only by their owner. */
const PRIVATE = { mode: 0o600, flag: 'wx' } as const

/**
 * Writes an export into a folder of mode 700: `datos.json` and the images beside it. The folder gets its final name when it is complete.
 *
 * @param folder the path of a folder that doesn't exist yet
 * @returns the paths of images that the image store has lost
 * @throws ImageStoreUnavailable
 */
export async function writePersonFolder(
  images: ImageStore,
  { data, images: exported }: PersonExport,
  folder: string,
): Promise<string[]> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  const part = await mkdtemp(`${folder}.part-`)
  try {
    const missing: string[] = []
    for (const { kind, name, path } of exported) {
      const image = await images.read(kind, name)
      if (image) await writeFile(join(part, path), image, PRIVATE)
      else missing.push(path)
    }
    await writeFile(join(part, 'datos.json'), `${JSON.stringify(data, null, 2)}\n`, PRIVATE)
    await rename(part, folder)
    return missing
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}
