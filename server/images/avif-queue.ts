import { AvifProcess } from './avif-process.ts'
import { type ImageKind, imageKinds } from './image-kinds.ts'
import { sortByPreference } from './image-names.ts'
import type { ImageStore } from './image-store.ts'

/** The most waiting versions. A version that finds no room is queued by its next request. */
const MAX_WAITING = 1_000
/** The time before a failed version is tried again, and the most failures to remember. */
const RETRY_AFTER_MS = 600_000
const MAX_FAILED = 10_000

/** The stored width that a request for `width` gets. */
export const storedWidth = (kind: ImageKind, width?: number) =>
  sortByPreference(imageKinds[kind].widths, width)[0]!

/** Makes the AVIF versions of public images one at a time, on first request, because encoding takes long. */
export class AvifQueue {
  readonly #images: ImageStore
  readonly #onError: (error: unknown) => void
  readonly #waiting = new Map<string, { kind: ImageKind; name: string; width: number }>()
  /** When each failed version may be tried again. */
  readonly #failed = new Map<string, number>()
  readonly #process = new AvifProcess()
  #stopped = false
  #running: Promise<void> | undefined

  constructor(images: ImageStore, onError: (error: unknown) => void) {
    this.#images = images
    this.#onError = onError
  }

  /** Queues a missing version. Kinds without AVIF are ignored. */
  add(kind: ImageKind, name: string, width: number): void {
    const key = `${kind}/${name}/${width}`
    const hasFailed = (this.#failed.get(key) ?? 0) > Date.now()
    if (!imageKinds[kind].avifQuality || hasFailed || this.#stopped) return
    if (this.#waiting.size < MAX_WAITING) this.#waiting.set(key, { kind, name, width })
    this.#running ??= this.#run()
  }

  /** Drops the waiting versions and the one under way. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#process.stop()
    await this.#running
  }

  async #run(): Promise<void> {
    for (const [key, { kind, name, width }] of this.#waiting) {
      if (this.#stopped) break
      try {
        await this.#make(kind, name, width)
      } catch (error) {
        if (this.#stopped) break
        this.#onError(error)
        if (this.#failed.size >= MAX_FAILED) this.#failed.clear()
        this.#failed.set(key, Date.now() + RETRY_AFTER_MS)
      }
      this.#waiting.delete(key)
    }
    this.#running = undefined
  }

  async #make(kind: ImageKind, name: string, width: number): Promise<void> {
    const images = this.#images
    if (await images.readAvif(kind, name, width)) return
    const bytes = await images.read(kind, name)
    if (!bytes) return
    await images.putAvif(kind, name, width, await this.#process.encode({ kind, bytes, width }))
    // The image was removed meanwhile: remove the version too.
    if (!(await images.read(kind, name, 1))) await images.remove(kind, name)
  }
}
