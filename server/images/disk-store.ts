import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImageKind, imageKinds } from './image-kinds.ts'
import { byPreference, newStem, stemOf } from './image-names.ts'
import { type ImageStore, ImageStoreAway, ImageStoreFull, type StoredImage } from './image-store.ts'

/** Where the disk store keeps its files. */
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
        // All of them end before anything is cleaned up: a late one would leave its file behind.
        const written = await Promise.allSettled(
          [...widths].map(([width, body]) => write(pathOf(kind, stem, width), body)),
        )
        for (const one of written) if (one.status === 'rejected') throw one.reason
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
      for (const candidate of byPreference(imageKinds[kind].widths, width)) {
        const found = await readIfThere(pathOf(kind, stem, candidate))
        if (found) return found
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

async function readIfThere(path: string): Promise<StoredImage | null> {
  try {
    const body = await readFile(path)
    return { body, size: body.length }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw storeError(error)
  }
}

/** Whole or not at all, even if the power goes: synced under another name, then renamed. */
async function write(path: string, body: Buffer): Promise<void> {
  const part = `${path}.part`
  const file = await open(part, 'wx')
  try {
    await file.writeFile(body)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, path)
}

/** The names are in the folder, which has its own place on the disk; Windows neither needs nor allows this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function storeError(error: unknown): ImageStoreFull | ImageStoreAway {
  const code = codeOf(error)
  return code === 'ENOSPC' || code === 'EDQUOT' ? new ImageStoreFull(error) : new ImageStoreAway(error)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
