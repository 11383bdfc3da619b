import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImageKind } from '../images/image-kinds.ts'
import type { ImageStore } from '../images/image-store.ts'
import { parseImagePath } from './manifest.ts'

/** Files under way at a time: each is a wait for the disk or for the store. */
const LANES = 8

/** All lanes have ended when this resolves or rejects: what is cleaned up then gets no late file. */
async function inLanes<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>) {
  const queue = items[Symbol.iterator]()
  let failed = false
  const lane = async () => {
    for (let next = queue.next(); !next.done && !failed; next = queue.next()) await work(next.value)
  }
  const guarded = () =>
    lane().catch((error) => {
      failed = true
      throw error
    })
  const ends = await Promise.allSettled(Array.from({ length: LANES }, guarded))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/**
 * Copies the images that aren't copied yet; `sums` holds the checksum of each one that is, by its path. An image never
 * changes under its name, and one that goes away meanwhile is passed over.
 */
export async function copyImages(from: string, to: string, sums: Map<string, string>): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(unlessMissing([]))
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1))
    .filter((path) => parseImagePath(path) && !sums.has(path))
  await inLanes(paths, async (path) => {
    const bytes = await readFile(join(from, path)).catch(unlessMissing(undefined))
    if (!bytes) return
    await writePrivate(join(to, path), bytes)
    sums.set(path, createHash('sha256').update(bytes).digest('hex'))
  })
}

const unlessMissing =
  <Value>(instead: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return instead
    throw error
  }

/** A file that only its owner reads, on the disk for sure when this resolves. */
export async function writePrivate(path: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Puts a backup's images into the store, under the names they had.
 *
 * @returns takes out again those that weren't there before
 */
export async function putImages(
  images: ImageStore,
  folder: string,
  paths: string[],
): Promise<() => Promise<void>> {
  const byName = Map.groupBy(
    paths.map((path) => ({ path, ...parseImagePath(path)! })),
    ({ kind, stem }) => `${kind}/${stem}`,
  )
  const put: { kind: ImageKind; name: string }[] = []
  const takeOut = async () => {
    await Promise.allSettled(put.map(({ kind, name }) => images.remove(kind, name)))
  }
  try {
    await inLanes(byName.values(), async (files) => {
      const { kind, stem } = files[0]!
      const there = await images.read(kind, `${stem}.webp`)
      const widths = new Map<number, Buffer>()
      for (const { width, path } of files) widths.set(width, await readFile(join(folder, path)))
      const name = await images.put(kind, widths, stem)
      if (!there) put.push({ kind, name })
    })
  } catch (error) {
    await takeOut()
    throw error
  }
  return takeOut
}
