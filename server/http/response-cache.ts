import { LRUCache } from 'lru-cache'
import type { Changed, PublicChanges } from './public-changes.ts'
import type { RefreshAhead } from './refresh-ahead.ts'
import { collectShown, isPart, type Shown, showsAll, UNKNOWN_LIFETIME } from './shown.ts'

/** Bytes that an entry takes besides its response: its key, its headers and its topics. */
const ENTRY_BYTES = 1_600
/** Milliseconds for which an answer lives that a replica gave, which may be behind by more than is known. */
const REPLICA_LIFETIME = 30_000
/** Milliseconds between two searches for entries whose time is over. */
const SWEEP_INTERVAL = 10_000
/** How often in a row an entry is made ahead that nobody asked for since. */
const MOST_UNASKED = 3

declare module 'fastify' {
  interface FastifyInstance {
    /** The counts of each response cache, by its name. */
    cacheCounts: Record<string, CacheCounts>
    /** What the response caches follow. */
    publicChanges: PublicChanges
    /** What the response caches make anew before somebody asks. */
    refreshAhead: RefreshAhead
  }
}

/**
 * Lookups that were answered by the cache, or by a response that was being produced, and the others. What a page is made of isn't
 * counted: nobody asked for it.
 */
type CacheCounts = { hits: number; misses: number }

/** A response that can be cached. */
type Cacheable<Value> = {
  /** Its size in memory. */
  readonly bytes: number
  /** A failure, which is never cached. */
  readonly failed?: boolean
  /** Called once, when the response is cached: it may then keep only what is sent, and calls back when its size has changed. */
  keep?(onResize: () => void): void
  /** Makes the forms in which the value before it was sent. */
  sendAs?(older: Value): Promise<unknown>
}

type Entry<Value> = {
  key: string
  value: Value
  shown: Shown
  expiresAt: number
  produce: Produce<Value>
  /** How often it was asked for, not counting pages of which it is a part. */
  asked: number
  /** How often in a row it was made ahead without being asked for. */
  unasked: number
  /** When it was right for the last time; undefined while it is. */
  staleSince: number | undefined
}

/** Kept with the entry, so that it should hold on to no request. */
type Produce<Value> = () => Promise<Value>

/** A response that is being produced, and what changed since it was begun. */
type Pending<Value> = {
  response: Promise<{ value: Value; shown: Shown }>
  changed: Set<number>
  all: boolean
}

type Made<Value> = Pick<Entry<Value>, 'key' | 'value' | 'shown' | 'produce' | keyof Asked>
type Asked = Pick<Entry<unknown>, 'asked' | 'unasked'>

export type Changes = Pick<PublicChanges, 'follow' | 'isCurrent' | 'isStillValid' | 'confirm' | 'isRecent'>

type Options = {
  /** Bytes of all entries. */
  maxBytes: number
  /** Makes entries anew that a change evicted. */
  ahead: Pick<RefreshAhead, 'add'>
  now?: () => number
}

/**
 * A cache of public responses and pages by URL. An entry lives until something it shows changes, and is produced once even when
 * many clients request it at the same time. After a sale a popular one is served for a moment while it is made anew
 * (docs/decisions/046-refreshed-while-busy.md). The bytes are bounded; the entries that were used longest ago go first.
 */
export class ResponseCache<Value extends Cacheable<Value>> {
  readonly counts: CacheCounts = { hits: 0, misses: 0 }
  readonly #changes: Changes
  readonly #ahead: Options['ahead']
  readonly #now: () => number
  readonly #entries: LRUCache<string, Entry<Value>>
  /** Those that requests may share. */
  readonly #shared = new Map<string, Pending<Value>>()
  readonly #pending = new Set<Pending<Value>>()
  #sweptAt = 0

  constructor(changes: Changes, { maxBytes, ahead, now = () => performance.now() }: Options) {
    this.#changes = changes
    this.#ahead = ahead
    this.#now = now
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ value }) => value.bytes + ENTRY_BYTES,
    })
    changes.follow((changed) => this.#forget(changed))
  }

  /** The cached value, if it is certain that it is right, or was less than a second ago. */
  find(key: string): Value | undefined {
    if (!this.#changes.isCurrent) return undefined
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (this.#isOver(entry)) {
      this.#entries.delete(key)
      return undefined
    }
    if (entry.staleSince !== undefined) {
      // A new page must not be made of stale parts.
      if (isPart()) return undefined
      void this.#renew(entry, { asked: 1, unasked: 0 })
    }
    if (isPart()) showsAll(entry.shown)
    else {
      this.counts.hits += 1
      entry.asked += 1
    }
    return entry.value
  }

  /** The cached value, or the result of `produce`, which requests for the same key share. */
  async get(key: string, produce: Produce<Value>): Promise<Value> {
    if (!this.#changes.isCurrent) await this.#changes.confirm()
    const known = this.find(key)
    if (known) return known
    const shared = this.#shared.get(key)
    if (!isPart()) this.counts[shared ? 'hits' : 'misses'] += 1
    const asked = isPart() ? { asked: 0, unasked: MOST_UNASKED } : { asked: 1, unasked: 0 }
    const { value, shown } = await (shared ?? this.#produce(key, produce, asked)).response
    showsAll(shown)
    return value
  }

  #produce(key: string, produce: Produce<Value>, asked: Asked): Pending<Value> {
    const run = async () => {
      const { shown, outcome } = await collectShown(produce)
      this.#pending.delete(pending)
      if (this.#shared.get(key) === pending) this.#shared.delete(key)
      if (outcome.status === 'rejected') {
        showsAll(shown)
        throw outcome.reason
      }
      const { value } = outcome
      const hasChanged =
        pending.all || (pending.changed.size > 0 && shown.topics.some((topic) => pending.changed.has(topic)))
      if (!value.failed && !hasChanged) this.#add({ key, value, shown, produce, ...asked })
      return { value, shown }
    }
    const pending: Pending<Value> = {
      response: Promise.resolve(null as never),
      changed: new Set(),
      all: false,
    }
    this.#pending.add(pending)
    this.#shared.set(key, pending)
    pending.response = run()
    return pending
  }

  #add({ shown, ...made }: Made<Value>) {
    const { key, value } = made
    const now = this.#now()
    const lifetime = !shown.fromReplica
      ? shown.lifetime
      : Math.min(shown.lifetime, this.#changes.isRecent(shown.topics) ? UNKNOWN_LIFETIME : REPLICA_LIFETIME)
    const entry = {
      ...made,
      // An array that grew keeps room for more.
      shown: { ...shown, topics: shown.topics.slice() },
      expiresAt: now + lifetime,
      staleSince: undefined,
    }
    this.#entries.set(key, entry)
    value.keep?.(() => {
      const kept = this.#entries.peek(key)
      // Inserted once more, because its size has changed.
      if (kept?.value === value) this.#entries.set(key, { ...kept })
    })
    if (now - this.#sweptAt > SWEEP_INTERVAL) this.#sweep(now)
  }

  #isOver({ expiresAt, staleSince }: Entry<Value>): boolean {
    return expiresAt <= this.#now() || (staleSince !== undefined && !this.#changes.isStillValid(staleSince))
  }

  #sweep(now: number) {
    this.#sweptAt = now
    for (const entry of [...this.#entries.values()]) if (this.#isOver(entry)) this.#entries.delete(entry.key)
  }

  /** Evicts what shows something that changed, or marks it as stale. What is being produced may show it too: it is neither kept nor shared. */
  #forget({ topics: changed, all, alone, since }: Changed) {
    for (const pending of this.#pending) {
      pending.all ||= all
      for (const topic of changed) pending.changed.add(topic)
    }
    this.#shared.clear()
    if (all) return this.#entries.clear()
    // All are looked at, a few times a second at most: an index would cost each entry more.
    for (const entry of [...this.#entries.values()]) {
      const { topics } = entry.shown
      if (!topics.some((topic) => changed.has(topic))) continue
      const isRefreshed = this.#refresh(entry)
      const isBySales = topics.every((topic) => !changed.has(topic) || alone.has(topic))
      if (isRefreshed && isBySales) entry.staleSince ??= since
      else this.#entries.delete(entry.key)
    }
  }

  /** Has an entry made anew if it is popular. Returns whether it is. */
  #refresh(entry: Entry<Value>): boolean {
    const { key, asked } = entry
    const unasked = asked > 0 ? 0 : entry.unasked + 1
    if (unasked > MOST_UNASKED) return false
    const run = async () => {
      if (this.#changes.isCurrent || (await this.#changes.confirm()))
        await this.#renew(entry, { asked: 0, unasked })
    }
    this.#ahead.add({ key, asked, run })
    return true
  }

  /** Makes an entry anew in the forms in which it was sent, unless this is done or under way. Whoever asks next is told what is wrong. */
  async #renew({ key, value: older, produce }: Entry<Value>, asked: Asked) {
    const known = this.#entries.peek(key)
    const isRight = known && known.staleSince === undefined
    // Somebody asked meanwhile, or it was made as a part of a page.
    if (isRight) known.unasked = Math.min(known.unasked, asked.unasked)
    if (isRight || this.#shared.has(key)) return
    const made = this.#produce(key, produce, asked).response
    await made.then(({ value }) => value.sendAs?.(older)).catch(() => {})
  }
}
