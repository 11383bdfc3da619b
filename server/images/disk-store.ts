import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER, syncFolder, writeAtomically } from '../files/durable-files.ts'
import { type ImageKind, imageKinds } from './image-kinds.ts'
import {
  type FileFormat,
  fileOf,
  filesOf,
  newStem,
  parseFile,
  sortByPreference,
  stemOf,
} from './image-names.ts'
import {
  type ImageStore,
  ImageStoreFull,
  ImageStoreUnavailable,
  type ListedFile,
  type StoredImage,
} from './image-store.ts'

/** The folder of the disk store's files. */
export const imagesFolder = (dataDir: string) => join(dataDir, 'images')

const isPrivate = (kind: ImageKind) => imageKinds[kind].access === 'private'

/** Images on the disk, at `<dataDir>/images/<kind>/<first two characters>/<name>-<width>.webp`, or `.avif`. */
export function openDiskStore(dataDir: string): ImageStore {
  const root = imagesFolder(dataDir)
  const folderOf = (kind: ImageKind, stem: string) => join(root, kind, stem.slice(0, 2))
  const pathOf = (kind: ImageKind, stem: string, width: number, format?: FileFormat) =>
    join(folderOf(kind, stem), fileOf(stem, width, format))

  return {
    async put(kind, widths, stem = newStem()) {
      const folder = folderOf(kind, stem)
      const paths = [...widths.keys()].map((width) => pathOf(kind, stem, width))
      try {
        await mkdir(root, { recursive: true })
        await mkdir(folder, { recursive: true, mode: isPrivate(kind) ? PRIVATE_FOLDER : undefined })
        const mode = isPrivate(kind) ? PRIVATE_FILE : undefined
        // Waits for all writes before the cleanup, so that no late file stays behind.
        const written = await Promise.allSettled(
          [...widths].map(([width, body]) => writeAtomically(pathOf(kind, stem, width), body, { mode })),
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

    async readAvif(kind, name, width) {
      const stem = stemOf(name)
      return stem ? readIfPresent(pathOf(kind, stem, width, 'avif')) : null
    },

    async putAvif(kind, name, width, body) {
      const stem = stemOf(name)
      if (!stem) return
      const path = pathOf(kind, stem, width, 'avif')
      try {
        await writeAtomically(path, body)
      } catch (error) {
        await rm(`${path}.part`, { force: true }).catch(() => undefined)
        throw storeError(error)
      }
    },

    async remove(kind, name) {
      const stem = stemOf(name)
      if (!stem) return
      try {
        const paths = filesOf(kind, stem).map((file) => join(folderOf(kind, stem), file))
        // A killed server may have left temporary files of the image.
        await Promise.all(
          paths.flatMap((path) => [path, `${path}.part`]).map((path) => rm(path, { force: true })),
        )
      } catch (error) {
        throw storeError(error)
      }
    },

    async *list(kind) {
      try {
        for (const folder of await readFolder(join(root, kind))) {
          const path = join(root, kind, folder)
          // Ignores files in a wrong folder, which the store didn't write.
          const files = (await readFolder(path)).filter((file) => file.slice(0, 2) === folder)
          const described = await Promise.all(files.map((file) => describeFile(path, file)))
          yield* described.filter((file) => file !== null)
        }
      } catch (error) {
        throw storeError(error)
      }
    },
  }
}

/** Names in ascending order; none when there is no such folder. */
async function readFolder(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).sort()
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw error
  }
}

/** Describes a file; null for one that was removed meanwhile, or isn't an image. */
async function describeFile(folder: string, file: string): Promise<ListedFile | null> {
  const image = parseFile(file)
  if (!image) return null
  try {
    const { mtime } = await stat(join(folder, file))
    return { ...image, modifiedAt: mtime }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
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
