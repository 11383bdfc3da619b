import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { type ImageKind, imageKinds } from './image-kinds.ts'
import { sortByPreference } from './image-names.ts'
import type { ImageStore } from './image-store.ts'

const run = promisify(execFile)

/** The most waiting versions. A version that finds no room is queued by its next request. */
const MAX_WAITING = 1_000
/** The time before a failed version is tried again, and the most failures to remember. */
const RETRY_AFTER_MS = 600_000
const MAX_FAILED = 10_000
/** The limits of one version: its time on a busy machine, and its bytes. */
const MAX_MS = 120_000
const MAX_BYTES = 50_000_000

/** The stored width that a request for `width` gets. */
export const storedWidth = (kind: ImageKind, width?: number) =>
  sortByPreference(imageKinds[kind].widths, width)[0]!

/**
 * Makes the AVIF versions of public images one at a time, on first request, because encoding takes long. Each is encoded in a process of
 * low priority, so that requests keep the processor and the memory is freed.
 */
export class AvifQueue {
  readonly #images: ImageStore
  readonly #onError: (error: unknown) => void
  readonly #limit = pLimit(1)
  readonly #waiting = new Set<string>()
  readonly #failed = new LRUCache<string, true>({ max: MAX_FAILED, ttl: RETRY_AFTER_MS })
  readonly #stopping = new AbortController()

  constructor(images: ImageStore, onError: (error: unknown) => void) {
    this.#images = images
    this.#onError = onError
  }

  /** Queues a missing version. Kinds without AVIF are ignored. */
  add(kind: ImageKind, name: string, width: number): void {
    const key = `${kind}/${name}/${width}`
    const { signal } = this.#stopping
    const isFull = this.#waiting.size === MAX_WAITING
    if (!imageKinds[kind].avifQuality || isFull || this.#waiting.has(key) || this.#failed.has(key)) return
    this.#waiting.add(key)
    void this.#limit(() => (signal.aborted ? undefined : this.#make(kind, name, width)))
      .catch((error) => {
        if (signal.aborted) return
        this.#onError(error)
        this.#failed.set(key, true)
      })
      .finally(() => this.#waiting.delete(key))
  }

  /** Drops the waiting versions and the one under way. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#limit(() => {})
  }

  async #make(kind: ImageKind, name: string, width: number): Promise<void> {
    const images = this.#images
    if (await images.readAvif(kind, name, width)) return
    const bytes = await images.read(kind, name)
    if (!bytes) return
    await images.putAvif(kind, name, width, await this.#encode(kind, bytes, width))
    // The image was removed meanwhile: remove the version too.
    if (!(await images.read(kind, name, 1))) await images.remove(kind, name)
  }

  async #encode(kind: ImageKind, bytes: Buffer, width: number): Promise<Buffer> {
    const program = fileURLToPath(new URL('./encode-avif.ts', import.meta.url))
    const running = run(process.execPath, [program, kind, String(width)], {
      encoding: 'buffer',
      maxBuffer: MAX_BYTES,
      timeout: MAX_MS,
      signal: this.#stopping.signal,
    })
    // A process that ends early closes its input, and fails by its status.
    running.child.stdin?.on('error', () => {}).end(bytes)
    return (await running).stdout
  }
}
