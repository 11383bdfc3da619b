import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** The pause at an empty queue, and after a failure. */
const IDLE_PAUSE_MS = 1_000

/**
 * The pause of a busy server after a lease of all places, because customers have priority; a lease of fewer gets its share. An idle server
 * doesn't pause.
 */
const BUSY_PAUSE_MS = 200

/** The time for items under way when the server stops. */
const GRACE_PERIOD_MS = 3_000

type Queue<Item> = {
  /** The most items under way at the same time. */
  parallel: number
  /** Leases due items: up to `free` of them, beside those under way. */
  lease: (free: number, underWay: ReadonlySet<Item>) => Promise<Item[]>
  /**
   * Works on an item and records the result; false when the other server is out of reach, which gives it a pause. When the signal aborts,
   * the item is returned to the queue.
   */
  work: (item: Item, signal: AbortSignal) => Promise<boolean>
  /** Ends all leases at the start. Only for a server that has the database to itself: old leases are of an earlier run that was killed. */
  endLeases?: () => Promise<unknown>
  /** Reports that the queue can't be read. */
  onError: (error: unknown) => void
}

/**
 * Works on the due items of a table until stopped. Several servers may do so on one database (docs/decisions/007-mail-queue-in-a-table.md).
 *
 * @returns `stop` waits for the items under way, for the grace period at most
 */
export function startQueue<Item>({ parallel, lease, work, endLeases, onError }: Queue<Item>): {
  stop: () => Promise<void>
} {
  const stopping = new AbortController()
  const aborting = new AbortController()
  const pauseUnlessStopping = () =>
    pause(IDLE_PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {})
  const underWay = new Map<Item, Promise<void>>()
  const begin = (item: Item) => {
    const working = work(item, aborting.signal)
      .then((isReached) => (isReached ? undefined : pauseUnlessStopping()))
      .finally(() => underWay.delete(item))
    underWay.set(item, working)
  }
  const run = async () => {
    await endLeases?.().catch(onError)
    while (!stopping.signal.aborted) {
      const before = performance.eventLoopUtilization()
      const items = await lease(parallel - underWay.size, new Set(underWay.keys())).catch((error) => {
        // Without the database, the queue simply waits.
        onError(error)
        return []
      })
      for (const item of items) begin(item)
      // An item that ends may let others of the same receiver follow.
      if (items.length === 0) await Promise.race([pauseUnlessStopping(), ...underWay.values()])
      else {
        const { utilization } = performance.eventLoopUtilization(before)
        await pause((items.length / parallel) * BUSY_PAUSE_MS * utilization)
      }
      if (underWay.size === parallel) await Promise.race(underWay.values())
    }
    await Promise.all(underWay.values())
  }
  const running = run()

  return {
    stop: async () => {
      stopping.abort()
      const graceTimer = setTimeout(() => aborting.abort(), GRACE_PERIOD_MS)
      await running
      clearTimeout(graceTimer)
    },
  }
}

/**
 * Records a result, with retries while the database fails, so that finished work isn't repeated. Gives up when the server stops; the lease
 * then expires.
 */
export async function recordResult(
  write: () => Promise<unknown>,
  { signal, onError }: { signal: AbortSignal; onError: (error: unknown) => void },
): Promise<void> {
  for (;;) {
    try {
      await write()
      return
    } catch (error) {
      onError(error)
      if (signal.aborted) return
      await pause(IDLE_PAUSE_MS, undefined, { signal }).catch(() => {})
    }
  }
}

/** Describes an error by its codes only: messages of other servers may quote addresses, which must not be logged. */
export function describeError(error: unknown): string {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string }
  return [code ?? name ?? 'error', responseCode].filter(Boolean).join(' ')
}
