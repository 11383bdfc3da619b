/** How long something public is kept, in milliseconds: what a shopper sees is at most this old. */
const FRESH_FOR = 1_000
const MAX_ENTRIES = 1_000
const MAX_BYTES = 32 * 1024 * 1024

/** What may be kept: it says how much room it takes, and whether it is worth keeping (a failure isn't). */
type Cacheable = { bytes: number; failed?: boolean }

/**
 * Public answers and pages by their address, each made once however many ask at the same time, and kept for a second.
 * Bounded in number and in bytes: what is over goes with the next that comes, then the oldest.
 */
export class ResponseCache<Value extends Cacheable> {
  readonly #kept = new Map<string, { value: Value; until: number }>()
  readonly #making = new Map<string, Promise<Value>>()
  readonly #now: () => number
  #bytes = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  find(key: string): Value | undefined {
    const entry = this.#kept.get(key)
    return entry && entry.until > this.#now() ? entry.value : undefined
  }

  /** What is kept, or what `produce` makes; who asks meanwhile waits for the same. */
  async get(key: string, produce: () => Promise<Value>): Promise<Value> {
    const known = this.find(key) ?? this.#making.get(key)
    if (known) return known
    const making = produce()
      .then((value) => {
        // What was cleared meanwhile may be out of date already: who waited for it gets it, nobody later.
        if (this.#making.get(key) === making && !value.failed) this.#keep(key, value)
        return value
      })
      .finally(() => {
        if (this.#making.get(key) === making) this.#making.delete(key)
      })
    this.#making.set(key, making)
    return making
  }

  /** Forgets everything, after staff changed something. */
  clear() {
    this.#kept.clear()
    this.#making.clear()
    this.#bytes = 0
  }

  #keep(key: string, value: Value) {
    this.#drop(key)
    this.#kept.set(key, { value, until: this.#now() + FRESH_FOR })
    this.#bytes += value.bytes
    // They stand in the order in which they were kept, so in the order in which they end.
    for (const [oldest, { until }] of this.#kept) {
      const room = this.#kept.size <= MAX_ENTRIES && this.#bytes <= MAX_BYTES
      if (room && until > this.#now()) break
      this.#drop(oldest)
    }
  }

  #drop(key: string) {
    this.#bytes -= this.#kept.get(key)?.value.bytes ?? 0
    this.#kept.delete(key)
  }
}
