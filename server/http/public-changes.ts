import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../database/schema.ts'
import { sql } from '../database/sql.ts'
import { topicHash } from './topic-hash.ts'

/** Milliseconds between two reads, while cached answers are asked for. */
const PACE = 250
/** Milliseconds without such requests after which it isn't read any more. */
const IDLE = 10_000
/** Milliseconds after a read for which cached answers are served, and for which a request waits for the next one. */
const VALID = 1_000
/** Rows of one read; more count as a change of everything. */
const MOST = 10_000
/** Milliseconds between two removals of rows that every server has read. */
const KEEP = 5 * 60_000
/** Milliseconds without a read after which rows may have been removed unread. */
const LOST = KEEP - 60_000
/** Milliseconds for which a change counts as recent: a replica that is behind by less has it then. */
const REPLICA_DELAY = 30_000

/** The topic of a change that may concern every answer. */
const ALL = topicHash('all')

/** The changes that a read found; topics as `topicHash` writes them. */
export type Changed = {
  topics: ReadonlySet<number>
  /** Whether everything may have changed. */
  all: boolean
  /** Topics that changed alone: mostly that of a product of which units were sold, and some are left. */
  alone: ReadonlySet<number>
  /** When the read before began: answers were right until then. */
  since: number
}

type Listener = (changed: Changed) => void
type Row = { horizon: string; changes: [transaction: string, topics: string[]][] }

/**
 * Follows what changes for visitors (the table `public_changes`), by reading it four times a second while somebody asks. Changes
 * become visible in another order than their transactions began, so each read begins at the oldest transaction that was
 * running during the read before it (docs/decisions/023-cached-until-changed.md).
 */
export class PublicChanges {
  readonly #database: Db
  readonly #onError: (error: unknown) => void
  readonly #listeners: Listener[] = []
  readonly #timer: NodeJS.Timeout
  /** All transactions before this one have ended and were read. */
  #horizon: string | undefined
  /** Transactions from the horizon on that were read already. */
  #seen = new Set<string>()
  /** When the last read that succeeded began. */
  #readAt = Number.NEGATIVE_INFINITY
  #readDate = 0
  /** Reads that began before it don't count. */
  #expiredAt = Number.NEGATIVE_INFINITY
  #usedAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined
  #failed = false
  #stopped = false
  /** When the topics of recent changes were read last. */
  readonly #recent = new Map<number, number>()
  #removal: { horizon: string; at: number } | undefined

  constructor(database: Db, onError: (error: unknown) => void) {
    this.#database = database
    this.#onError = onError
    this.#timer = setInterval(() => {
      if (performance.now() - this.#usedAt < IDLE) void this.#read()
    }, PACE).unref()
  }

  /** Calls the listener with the changes that each read finds. */
  follow(listener: Listener) {
    this.#listeners.push(listener)
  }

  /** Whether the changes until a moment ago are known. */
  get isCurrent(): boolean {
    this.#usedAt = performance.now()
    return this.isStillValid(this.#readAt)
  }

  /** Whether what was right at a time may be served: that is less than a second ago, and this server's staff changed nothing since. */
  isStillValid(at: number): boolean {
    return at > this.#expiredAt && performance.now() - at < VALID
  }

  /** Reads the changes if they aren't known, and returns whether they are now. It waits for a second at most. */
  async confirm(): Promise<boolean> {
    const timeout = new AbortController()
    const late = pause(VALID, undefined, { ref: false, signal: timeout.signal }).catch(() => {})
    // A read that is under way may have begun before this server's own change.
    if (!this.isCurrent && this.#reading) await Promise.race([this.#reading, late])
    if (!this.isCurrent) await Promise.race([this.#read(), late])
    timeout.abort()
    return this.isCurrent
  }

  /** After a change by this server: it must be known before the next cached answer. */
  expire() {
    this.#expiredAt = performance.now()
  }

  /** Whether something of these topics changed so lately that a replica may not have it yet. */
  isRecent(topics: readonly number[]): boolean {
    const since = performance.now() - REPLICA_DELAY
    return [ALL, ...topics].some((topic) => (this.#recent.get(topic) ?? Number.NEGATIVE_INFINITY) > since)
  }

  async stop() {
    this.#stopped = true
    clearInterval(this.#timer)
    await this.#reading
  }

  #read(): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #readNow() {
    const startedAt = performance.now()
    const startDate = Date.now()
    try {
      this.#learn(await readChanges(this.#database, this.#horizon), startedAt - this.#readAt, startDate)
      this.#readAt = startedAt
      this.#readDate = startDate
      this.#failed = false
      await this.#remove()
    } catch (error) {
      if (!this.#failed && !this.#stopped) this.#onError(error)
      this.#failed = true
    }
  }

  #learn({ horizon, changes }: Row, sinceLast: number, startDate: number) {
    // A machine that was suspended may not count the time.
    const isLost = Math.max(sinceLast, startDate - this.#readDate) > LOST
    const isBack = this.#horizon !== undefined && BigInt(horizon) < BigInt(this.#horizon)
    const unseen = changes.filter(([transaction]) => !this.#seen.has(transaction))
    const topics = new Set(unseen.flatMap(([, topics]) => topics.map(topicHash)))
    if (isLost || isBack || changes.length >= MOST) topics.add(ALL)
    this.#horizon = horizon
    const from = BigInt(horizon)
    this.#seen = new Set(
      changes.map(([transaction]) => transaction).filter((transaction) => BigInt(transaction) >= from),
    )
    if (topics.size === 0) return
    const now = performance.now()
    for (const topic of topics) {
      this.#recent.delete(topic)
      this.#recent.set(topic, now)
    }
    // In the order of their time.
    for (const [topic, at] of this.#recent) {
      if (at > now - REPLICA_DELAY) break
      this.#recent.delete(topic)
    }
    const changed = { topics, all: topics.has(ALL), alone: aloneIn(unseen), since: this.#readAt }
    for (const listener of this.#listeners) listener(changed)
  }

  /** Removes what was read before the last removal: any other server has read it since, or makes all its answers anew. */
  async #remove() {
    const now = performance.now()
    const last = this.#removal
    if (last && now - last.at < KEEP) return
    this.#removal = { horizon: this.#horizon!, at: now }
    if (last)
      await sql`delete from public_changes where transaction < ${last.horizon}::xid8`.execute(this.#database)
  }
}

/** The topics of changes with one topic, unless another change has them together with others. */
function aloneIn(changes: Row['changes']): Set<number> {
  const [alone, together] = [new Set<string>(), new Set<string>()]
  for (const [, topics] of changes)
    for (const topic of topics) (topics.length === 1 ? alone : together).add(topic)
  return new Set([...alone].filter((topic) => !together.has(topic)).map(topicHash))
}

async function readChanges(database: Db, horizon: string | undefined): Promise<Row> {
  const { rows } = await sql<Row>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, (
      select coalesce(jsonb_agg(jsonb_build_array(transaction::text, topics)), '[]')
      from (
        select transaction, topics from public_changes where transaction >= ${horizon ?? null}::xid8
        order by transaction limit ${sql.lit(MOST)}
      ) found
    ) as changes`.execute(database)
  return rows[0]!
}
