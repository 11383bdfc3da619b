import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { ImageKind } from './image-kinds.ts'

/** Idle time after which the process ends, to free its memory. */
const IDLE_MS = 15_000
/** The time limit of one image, on a busy machine. */
const IMAGE_MS = 120_000

export type AvifJob = { kind: ImageKind; bytes: Uint8Array; width: number }
export type AvifAnswer = { encoded: Uint8Array } | { failure: string }

/**
 * Encodes AVIF in a separate process of low priority, which is started for the first image and ended when idle, so that requests keep the
 * processor and the memory is freed.
 */
export class AvifProcess {
  #running: { child: ChildProcess; ended: AbortSignal } | undefined
  #idle: NodeJS.Timeout | undefined

  /** Encodes an image. Call it for one image at a time. */
  async encode(job: AvifJob): Promise<Buffer> {
    clearTimeout(this.#idle)
    this.#running ??= this.#start()
    const { child, ended } = this.#running
    try {
      child.send(job)
      const signal = AbortSignal.any([ended, AbortSignal.timeout(IMAGE_MS)])
      const [answer] = (await once(child, 'message', { signal })) as [AvifAnswer]
      if ('failure' in answer) throw new Error(answer.failure)
      this.#idle = setTimeout(() => this.stop(), IDLE_MS)
      this.#idle.unref()
      return Buffer.from(answer.encoded)
    } catch (error) {
      this.stop()
      throw error
    }
  }

  /** Ends the process; the image under way is rejected. */
  stop(): void {
    clearTimeout(this.#idle)
    this.#running?.child.kill()
    this.#running = undefined
  }

  #start() {
    const child = fork(new URL('./encode-avif.ts', import.meta.url), {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const end = new AbortController()
    child.once('exit', () => end.abort(new Error('The AVIF process has ended')))
    child.once('error', (error) => end.abort(error))
    return { child, ended: end.signal }
  }
}
