import { AsyncLocalStorage } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds of a pause between refreshes at least, in which is measured how busy the server is otherwise. */
const PAUSE = 20
/** The longest pause of a busy server. */
const LONGEST_PAUSE = 320
/** Refreshes may take this part of the time. */
const SHARE = 1 / 3
/** Milliseconds after a pause in which another refresh is begun: what the shortest pause allows. */
const TURN = (PAUSE * SHARE) / (1 - SHARE)
/** The event loop's utilization without refreshes, above which nothing is made that nobody asked for. */
const BUSY = 0.5
/** Refreshes that wait: the least popular ones of more are dropped. */
const MOST = 500
/** Milliseconds after which a refresh that had to wait is dropped. */
const MAX_WAIT = 60_000

type Refresh = {
  key: string
  /** How often the entry was asked for since it was made. */
  asked: number
  addedAt: number
  run: () => Promise<void>
}

/**
 * Makes popular answers anew after a change evicted them, before the next visitor asks (refresh-ahead): one at a time, the most
 * popular first, and a few after each pause (docs/decisions/035-refreshed-ahead.md). A busy server makes only what somebody asked
 * for lately, which the next visitor would have it make in any case (docs/decisions/046-refreshed-while-busy.md).
 */
export class RefreshAhead {
  readonly #waiting = new Map<string, Refresh>()
  /** What an answer shows is collected in an asynchronous context, which must not be that of the request that noticed the change. */
  readonly #outside = AsyncLocalStorage.snapshot()
  readonly #stopped = new AbortController()
  /** The end of the last refreshes, or of the last pause that was too busy for any. */
  #since = { at: performance.now(), utilization: performance.eventLoopUtilization() }
  #working: Promise<void> | undefined

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** @param run must not throw */
  add(refresh: Pick<Refresh, 'key' | 'asked' | 'run'>) {
    if (this.#stopped.signal.aborted) return
    this.#waiting.set(refresh.key, { ...refresh, addedAt: performance.now() })
    if (this.#waiting.size > MOST)
      this.#waiting.delete(this.#pick((one, other) => one.asked < other.asked).key)
    this.#working ??= this.#outside(() => this.#work())
  }

  async stop() {
    this.#stopped.abort()
    this.#waiting.clear()
    await this.#working
  }

  async #work() {
    const { signal } = this.#stopped
    let rest = PAUSE
    while (this.#waiting.size > 0) {
      // After a longer rest, a change is refreshed at once.
      const left = Math.max(0, this.#since.at + rest - performance.now())
      await pause(left, undefined, { ref: false, signal }).catch(() => {})
      const { utilization } = performance.eventLoopUtilization(this.#since.utilization)
      const isBusy = utilization > BUSY
      let next = this.#takeNext(isBusy)
      if (!next) {
        rest = Math.min(2 * rest, LONGEST_PAUSE)
        this.#dropOld()
        this.#rest()
        continue
      }
      const startedAt = performance.now()
      while (next) {
        await next.run()
        next = performance.now() - startedAt < TURN ? this.#takeNext(isBusy) : undefined
      }
      rest = Math.max(PAUSE, (performance.now() - startedAt) * (1 / SHARE - 1))
      this.#rest()
    }
    this.#working = undefined
  }

  #rest() {
    this.#since = { at: performance.now(), utilization: performance.eventLoopUtilization() }
  }

  /** The most popular one, unless the server is busy and nobody asked for it. */
  #takeNext(isBusy: boolean): Refresh | undefined {
    if (this.#waiting.size === 0) return undefined
    const next = this.#pick((one, other) => one.asked > other.asked)
    if (isBusy && next.asked === 0) return undefined
    this.#waiting.delete(next.key)
    return next
  }

  /** The first one that no other one goes before. */
  #pick(goesBefore: (one: Refresh, other: Refresh) => boolean): Refresh {
    let [picked] = this.#waiting.values() as Iterable<Refresh> as [Refresh]
    for (const one of this.#waiting.values()) if (goesBefore(one, picked)) picked = one
    return picked
  }

  #dropOld() {
    const now = performance.now()
    for (const { key, addedAt } of this.#waiting.values()) {
      if (now - addedAt < MAX_WAIT) break
      this.#waiting.delete(key)
    }
  }
}
