/** Milliseconds for which a cached response may be served: shoppers see data at most this old. */
const FRESH_FOR = 1_000
const MAX_ENTRIES = 1_000
const MAX_BYTES = 32 * 1024 * 1024

/** A response that can be cached: its size in memory, and whether it is a failure, which is never cached. */
type Cacheable = { bytes: number; failed?: boolean }

/**
 * A cache of public responses and pages by URL. Each entry lives for one second, and is produced once even when many
 * clients request it at the same time. The number of entries and their bytes are bounded.
 */
export class ResponseCache<Value extends Cacheable> {
  readonly #entries = new Map<string, { value: Value; expiresAt: number }>()
  readonly #pending = new Map<string, Promise<Value>>()
  readonly #now: () => number
  #bytes = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  find(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.expiresAt > this.#now() ? entry.value : undefined
  }

  /** The cached value, or the result of `produce`, which requests for the same key share. */
  async get(key: string, produce: () => Promise<Value>): Promise<Value> {
    const known = this.find(key) ?? this.#pending.get(key)
    if (known) return known
    const pending = produce()
      .then((value) => {
        // If the cache was cleared meanwhile, the value may be stale: return it, but don't cache it.
        if (this.#pending.get(key) === pending && !value.failed) this.#add(key, value)
        return value
      })
      .finally(() => {
        if (this.#pending.get(key) === pending) this.#pending.delete(key)
      })
    this.#pending.set(key, pending)
    return pending
  }

  /** Empties the cache, after a change by staff. */
  clear() {
    this.#entries.clear()
    this.#pending.clear()
    this.#bytes = 0
  }

  #add(key: string, value: Value) {
    this.#evict(key)
    this.#entries.set(key, { value, expiresAt: this.#now() + FRESH_FOR })
    this.#bytes += value.bytes
    // Evict expired entries, and the oldest while there are too many. A Map iterates in insertion order: oldest first.
    for (const [oldest, { expiresAt }] of this.#entries) {
      const withinBounds = this.#entries.size <= MAX_ENTRIES && this.#bytes <= MAX_BYTES
      if (withinBounds && expiresAt > this.#now()) break
      this.#evict(oldest)
    }
  }

  #evict(key: string) {
    this.#bytes -= this.#entries.get(key)?.value.bytes ?? 0
    this.#entries.delete(key)
  }
}
