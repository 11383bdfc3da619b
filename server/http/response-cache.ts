import { LruMap } from '../lru-map.ts'
import type { PublicChanges } from './public-changes.ts'
import type { RefreshAhead } from './refresh-ahead.ts'
import { collectShown, isPart, type Shown, showsAll, UNKNOWN_LIFETIME } from './shown.ts'
import { TopicIndex } from './topic-index.ts'

/** Bytes that an entry takes besides its response: its key, its headers, its topics and their index. */
const ENTRY_BYTES = 2_300
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
  shown: Omit<Shown, 'topics'> & { topics: readonly string[] }
  bytes: number
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
  changed: Set<string>
  all: boolean
}

type Made<Value> = Pick<Entry<Value>, 'key' | 'value' | 'produce' | keyof Asked> & { shown: Shown }
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
  readonly #maxBytes: number
  readonly #now: () => number
  readonly #entries = new LruMap<string, Entry<Value>>()
  readonly #byTopic = new TopicIndex<Entry<Value>>()
  /** Those that requests may share. */
  readonly #shared = new Map<string, Pending<Value>>()
  readonly #pending = new Set<Pending<Value>>()
  #bytes = 0
  #sweptAt = 0

  constructor(changes: Changes, { maxBytes, ahead, now = () => performance.now() }: Options) {
    this.#changes = changes
    this.#ahead = ahead
    this.#maxBytes = maxBytes
    this.#now = now
    changes.follow((topics, all) => this.#forget(topics, all))
  }

  /** The cached value, if it is certain that it is right. */
  find(key: string): Value | undefined {
    if (!this.#changes.isCurrent) return undefined
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry.expiresAt <= this.#now()) {
      this.#evict(entry)
      return undefined
    }
    if (!isPart()) {
      this.counts.hits += 1
      entry.asked += 1
    }
    showsAll(entry.shown)
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
      const hasChanged = pending.all || [...shown.topics].some((topic) => pending.changed.has(topic))
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
    const older = this.#entries.get(key)
    if (older) this.#evict(older)
    const now = this.#now()
    const lifetime = !shown.fromReplica
      ? shown.lifetime
      : Math.min(shown.lifetime, this.#changes.isRecent(shown.topics) ? UNKNOWN_LIFETIME : REPLICA_LIFETIME)
    const entry = {
      ...made,
      // An array takes less memory than a set.
      shown: { ...shown, topics: [...shown.topics] },
      bytes: value.bytes + ENTRY_BYTES,
      expiresAt: now + lifetime,
    }
    this.#entries.add(key, entry)
    this.#bytes += entry.bytes
    this.#byTopic.add(entry, entry.shown.topics)
    value.keep?.(() => this.#resize(entry))
    if (now - this.#sweptAt > SWEEP_INTERVAL) this.#sweep(now)
    this.#shrink()
  }

  #resize(entry: Entry<Value>) {
    if (this.#entries.get(entry.key) !== entry) return
    const bytes = entry.value.bytes + ENTRY_BYTES
    this.#bytes += bytes - entry.bytes
    entry.bytes = bytes
    this.#shrink()
  }

  #shrink() {
    for (const [, oldest] of this.#entries.entries()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#evict(oldest)
    }
  }

  #sweep(now: number) {
    this.#sweptAt = now
    for (const [, entry] of this.#entries.entries()) if (entry.expiresAt <= now) this.#evict(entry)
  }

  /** Evicts what shows something that changed. What is being produced may show it too: it is neither kept nor shared any more. */
  #forget(topics: ReadonlySet<string>, all: boolean) {
    for (const pending of this.#pending) {
      pending.all ||= all
      for (const topic of topics) pending.changed.add(topic)
    }
    this.#shared.clear()
    if (all) {
      this.#entries.clear()
      this.#byTopic.clear()
      this.#bytes = 0
      return
    }
    for (const topic of topics)
      for (const entry of this.#byTopic.of(topic)) {
        this.#evict(entry)
        this.#refresh(entry)
      }
  }

  /** Has a popular entry made anew that a change evicted, in the forms in which it was sent. */
  #refresh({ key, value: older, produce, asked, unasked: before }: Entry<Value>) {
    const unasked = asked > 0 ? 0 : before + 1
    if (unasked > MOST_UNASKED) return
    const run = async () => {
      if (!this.#changes.isCurrent && !(await this.#changes.confirm())) return
      const known = this.#entries.get(key)
      // Somebody asked meanwhile, or it was made as a part of a page.
      if (known) known.unasked = Math.min(known.unasked, unasked)
      if (known || this.#shared.has(key)) return
      const { value } = await this.#produce(key, produce, { asked: 0, unasked }).response
      await value.sendAs?.(older)
    }
    // Whoever asks for it next is told what is wrong.
    this.#ahead.add({ key, asked, run: () => run().catch(() => {}) })
  }

  #evict(entry: Entry<Value>) {
    this.#entries.delete(entry.key)
    this.#bytes -= entry.bytes
    this.#byTopic.delete(entry, entry.shown.topics)
  }
}
