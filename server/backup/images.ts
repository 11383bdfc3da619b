import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pLimit from 'p-limit'
import { ifMissing } from '../files/if-missing.ts'
import type { ImageStore } from '../images/image-store.ts'
import { parseImagePath } from './manifest.ts'

/** Files read and written at the same time. */
const CONCURRENCY = 8

/**
 * Runs `work` for each item, a few at a time. After a failure, no further item is started, and the error is thrown once all running items
 * have ended, so that the cleanup misses no file.
 */
async function forEachLimited<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>) {
  const limit = pLimit({ concurrency: CONCURRENCY, rejectOnClear: true })
  const results = await Promise.allSettled(
    Array.from(items, (item) =>
      limit(work, item).catch((error) => {
        limit.clearQueue()
        throw error
      }),
    ),
  )
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/**
 * Copies the images that aren't copied yet and adds their checksums to `sums`, by path. An image's content never changes, so a copy stays
 * valid; an image removed meanwhile is skipped.
 */
export async function copyImages(from: string, to: string, sums: Map<string, string>): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(ifMissing([]))
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1))
    .filter((path) => parseImagePath(path) && !sums.has(path))
  await forEachLimited(paths, async (path) => {
    const bytes = await readFile(join(from, path)).catch(ifMissing(undefined))
    if (!bytes) return
    await writePrivate(join(to, path), bytes)
    sums.set(path, createHash('sha256').update(bytes).digest('hex'))
  })
}

/** Writes a new file that only its owner can read, and flushes it to the disk. */
export async function writePrivate(path: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true })
}

/** Puts a backup's images into the store, under their old names. */
export async function putImages(images: ImageStore, folder: string, paths: string[]): Promise<void> {
  const byName = Map.groupBy(
    paths.map((path) => ({ path, ...parseImagePath(path)! })),
    ({ kind, stem }) => `${kind}/${stem}`,
  )
  await forEachLimited(byName.values(), async (files) => {
    const { kind, stem } = files[0]!
    const widths = new Map<number, Buffer>()
    for (const { width, path } of files) widths.set(width, await readFile(join(folder, path)))
    await images.put(kind, widths, stem)
  })
}
