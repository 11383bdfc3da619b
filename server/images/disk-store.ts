import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder, writeAtomically } from '../durable-files.ts'
import { type ImageKind, imageKinds } from './image-kinds.ts'
import { newStem, sortByPreference, stemOf } from './image-names.ts'
import { type ImageStore, ImageStoreFull, ImageStoreUnavailable, type StoredImage } from './image-store.ts'

/** The folder of the disk store's files. */
export const imagesFolder = (dataDir: string) => join(dataDir, 'images')

/** Images on the disk, at `<dataDir>/images/<kind>/<first two characters>/<name>-<width>.webp`. */
export function openDiskStore(dataDir: string): ImageStore {
  const root = imagesFolder(dataDir)
  const folderOf = (kind: ImageKind, stem: string) => join(root, kind, stem.slice(0, 2))
  const pathOf = (kind: ImageKind, stem: string, width: number) =>
    join(folderOf(kind, stem), `${stem}-${width}.webp`)

  return {
    async put(kind, widths, stem = newStem()) {
      const folder = folderOf(kind, stem)
      const paths = [...widths.keys()].map((width) => pathOf(kind, stem, width))
      try {
        await mkdir(folder, { recursive: true })
        // All writes must have ended before the cleanup: a late one would leave its file behind.
        const written = await Promise.allSettled(
          [...widths].map(([width, body]) => writeAtomically(pathOf(kind, stem, width), body)),
        )
        const failed = written.find((result) => result.status === 'rejected')
        if (failed) throw failed.reason
        await syncFolder(folder)
      } catch (error) {
        await Promise.allSettled(
          paths.flatMap((path) => [path, `${path}.part`]).map((path) => rm(path, { force: true })),
        )
        throw storeError(error)
      }
      return `${stem}.webp`
    },

    async read(kind, name, width) {
      const stem = stemOf(name)
      if (!stem) return null
      for (const candidate of sortByPreference(imageKinds[kind].widths, width)) {
        const image = await readIfPresent(pathOf(kind, stem, candidate))
        if (image) return image
      }
      return null
    },

    async remove(kind, name) {
      const stem = stemOf(name)
      if (!stem) return
      try {
        const { widths } = imageKinds[kind]
        await Promise.all(widths.map((width) => rm(pathOf(kind, stem, width), { force: true })))
      } catch (error) {
        throw storeError(error)
      }
    },
  }
}

async function readIfPresent(path: string): Promise<StoredImage | null> {
  try {
    const body = await readFile(path)
    return { body, size: body.length }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw storeError(error)
  }
}

function storeError(error: unknown): ImageStoreFull | ImageStoreUnavailable {
  const code = codeOf(error)
  return code === 'ENOSPC' || code === 'EDQUOT' ? new ImageStoreFull(error) : new ImageStoreUnavailable(error)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
