import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type ImageKind, imageKinds } from './kinds.ts'

/** A picture ready to be sent. `body` is a Buffer on disk; a store in the network may hand over a stream. */
interface StoredImage {
  readonly body: Buffer | Readable
  readonly size: number
}

/**
 * Where pictures are kept. `openImageStore` keeps them on the disk; an S3-compatible one fits the same three calls.
 * Every call may throw ImageStoreAway, and `put` also ImageStoreFull.
 */
export interface ImageStore {
  /** Keeps a picture at all its widths, or nothing of it, and answers the name it made: unguessable, ending in .webp. */
  put(kind: ImageKind, widths: ReadonlyMap<number, Buffer>): Promise<string>
  /**
   * The picture at the narrowest kept width that is at least `width`, else at the largest. Null when this kind has none
   * of that name, whatever the name looks like.
   */
  read(kind: ImageKind, name: string, width?: number): Promise<StoredImage | null>
  /** Removes a picture at all its widths; one that isn't there is no error. */
  remove(kind: ImageKind, name: string): Promise<void>
}

/** No room left (507). */
export class ImageStoreFull extends Error {
  constructor(cause?: unknown) {
    super('The image store is full', { cause })
    this.name = 'ImageStoreFull'
  }
}

/** The store can't be read or written now (503). */
export class ImageStoreAway extends Error {
  constructor(cause?: unknown) {
    super('The image store is away', { cause })
    this.name = 'ImageStoreAway'
  }
}

/** 32 hex digits: nobody guesses 128 bits, and no file system mixes them up by case. */
const nameShape = /^([0-9a-f]{32})\.webp$/

/** Pictures on the disk, at `<dataDir>/images/<kind>/<first two characters>/<name>-<width>.webp`. */
export function openImageStore({ dataDir }: { dataDir: string }): ImageStore {
  const root = join(dataDir, 'images')
  const folderOf = (kind: ImageKind, stem: string) => join(root, kind, stem.slice(0, 2))
  const pathOf = (kind: ImageKind, stem: string, width: number) =>
    join(folderOf(kind, stem), `${stem}-${width}.webp`)

  return {
    async put(kind, widths) {
      const stem = randomBytes(16).toString('hex')
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

/** The name without its ending, or null: a name that could leave the folder never becomes a path. */
function stemOf(name: string): string | null {
  return nameShape.exec(name)?.[1] ?? null
}

/** Enough pixels first, the closest before the others; then the largest of what is too small. */
function byPreference(widths: readonly number[], asked = Number.POSITIVE_INFINITY): number[] {
  const ascending = [...widths].sort((a, b) => a - b)
  const enough = ascending.filter((width) => width >= asked)
  return [...enough, ...ascending.filter((width) => width < asked).reverse()]
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
