import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImageStore } from '../../images/image-store.ts'
import type { PersonExport } from './export-person.ts'

/**
 * The files of an export: the images one by one, then `datos.json`, which names those that the image store has lost.
 *
 * @throws ImageStoreUnavailable
 */
export async function* personFiles(images: ImageStore, { data, images: exported }: PersonExport) {
  const missing: string[] = []
  for (const { kind, name, path } of exported) {
    const image = await images.read(kind, name)
    if (image) yield { name: path, content: [image] }
    else missing.push(path)
  }
  yield {
    name: 'datos.json',
    content: [`${JSON.stringify({ ...data, imagenes_faltantes: missing }, null, 2)}\n`],
  }
}

/**
 * Writes an export into a folder of mode 700, which gets its final name when it is complete.
 *
 * @param folder the path of a folder that doesn't exist yet
 * @returns the paths of images that the image store has lost
 * @throws ImageStoreUnavailable
 */
export async function writePersonFolder(
  images: ImageStore,
  exported: PersonExport,
  folder: string,
): Promise<string[]> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  const part = await mkdtemp(`${folder}.part-`)
  try {
    const missing = new Set(exported.images.map(({ path }) => path))
    for await (const { name, content } of personFiles(images, exported)) {
      await writeFile(join(part, name), content, { mode: 0o600, flag: 'wx' })
      missing.delete(name)
    }
    await rename(part, folder)
    return [...missing]
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}
