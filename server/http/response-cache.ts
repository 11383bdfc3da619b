import { LRUCache } from 'lru-cache'
import type { PublicChanges } from './public-changes.ts'
import type { RefreshAhead } from './refresh-ahead.ts'
import { collectShown, isPart, type Shown, showsAll, UNKNOWN_LIFETIME } from './shown.ts'

/** Bytes that an entry takes besides its response: its key, its headers and its topics. */
const ENTRY_BYTES = 1_900
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

/** What a cache needs of {@link PublicChanges}. */
export type Changes = Pick<PublicChanges, 'follow' | 'isCurrent' | 'confirm' | 'isRecent'>

type Options = {
  /** Bytes of all entries. */
  maxBytes: number
  /** Makes entries anew that a change evicted. */
  ahead: Pick<RefreshAhead, 'add'>
  now?: () => number
}

/**
 * A cache of public responses and pages by URL. An entry lives until something it shows changes, and is produced once even when
 * many clients request it at the same time. Its bytes are bounded; the entries that were used longest ago go first.
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
    changes.follow((topics, all) => this.#forget(topics, all))
  }

  /** The cached value, if it is certain that it is right. */
  find(key: string): Value | undefined {
    if (!this.#changes.isCurrent) return undefined
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry.expiresAt <= this.#now()) {
      this.#entries.delete(key)
      return undefined
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
    // An array that grew keeps room for more.
    const entry = { ...made, shown: { ...shown, topics: shown.topics.slice() }, expiresAt: now + lifetime }
    this.#entries.set(key, entry)
    value.keep?.(() => {
      const kept = this.#entries.peek(key)
      // Inserted once more, because its size has changed.
      if (kept?.value === value) this.#entries.set(key, { ...kept })
    })
    if (now - this.#sweptAt > SWEEP_INTERVAL) this.#sweep(now)
  }

  #sweep(now: number) {
    this.#sweptAt = now
    for (const { key, expiresAt } of [...this.#entries.values()])
      if (expiresAt <= now) this.#entries.delete(key)
  }

  /** Evicts what shows something that changed. What is being produced may show it too: it is neither kept nor shared any more. */
  #forget(changed: ReadonlySet<number>, all: boolean) {
    for (const pending of this.#pending) {
      pending.all ||= all
      for (const topic of changed) pending.changed.add(topic)
    }
    this.#shared.clear()
    if (all) {
      this.#entries.clear()
      return
    }
    // All are looked at, a few times a second at most: an index would cost each entry more.
    for (const entry of [...this.#entries.values()]) {
      if (!entry.shown.topics.some((topic) => changed.has(topic))) continue
      this.#entries.delete(entry.key)
      this.#refresh(entry)
    }
  }

  /** Has a popular entry made anew that a change evicted, in the forms in which it was sent. */
  #refresh({ key, value: older, produce, asked, unasked: before }: Entry<Value>) {
    const unasked = asked > 0 ? 0 : before + 1
    if (unasked > MOST_UNASKED) return
    const run = async () => {
      if (!this.#changes.isCurrent && !(await this.#changes.confirm())) return
      const known = this.#entries.peek(key)
      // Somebody asked meanwhile, or it was made as a part of a page.
      if (known) known.unasked = Math.min(known.unasked, unasked)
      if (known || this.#shared.has(key)) return
      const { value } = await this.#produce(key, produce, { asked: 0, unasked }).response
      await value.sendAs?.(older)
    }
    // Whoever asks for it next is told what is wrong.
    this.#ahead.add({ key, asked, run: () => run().catch(() => {}) })
  }
}
