import { createHash } from 'node:crypto'
import pg from 'pg'
import { DatabaseUnavailable, endsConnection } from './outage.ts'
import { comesFromPooler, poolerNotNamed } from './pooler.ts'

/** The driver's messages for a lost connection and for an answer that didn't arrive in time. */
const CONNECTION_LOST =
  /^(Connection terminated|Query read timeout|Client (has encountered a connection error|was closed))/

const BEGINS = /^(begin|start transaction)\b/
const ENDS = /^(commit|rollback)\b/

/**
 * Statements that a connection prepares: more than the shop uses, and few enough for PostgreSQL's memory. Rare ones don't keep the
 * room for long, as the pool replaces connections (`MAX_LIFETIME_SECONDS` in connection.ts).
 */
export const MAX_PREPARED = 200

/** A name that depends on the text only, so that one name never means two statements. */
const nameOf = (text: string) => `b${createHash('sha256').update(text).digest('hex').slice(0, 24)}`

export type PoolClientConfig = pg.ClientConfig & {
  /** For a pooler that gives each transaction another connection: nothing is prepared, and transactions begin with these settings. */
  transactionSettings?: Record<string, number>
}

/** A connection of the pool that survives its own loss and prepares its first {@link MAX_PREPARED} statements. */
export class PoolClient extends pg.Client {
  /** The names of the prepared statements by their texts; absent behind a pooler. */
  readonly #names?: Map<string, string>
  /** Statements that follow each `begin`. */
  readonly #opening: string

  constructor(config: PoolClientConfig = {}) {
    super(config)
    const { transactionSettings } = config
    if (!transactionSettings) this.#names = new Map()
    this.#opening = Object.entries(transactionSettings ?? {})
      .map(([name, value]) => `; set local ${name} = ${value}`)
      .join('')
    // The pool listens only to idle connections, and an `error` event without a listener ends the process. The query in
    // flight, or the next one, is rejected with the same error.
    this.on('error', () => {})
  }

  // pg declares eight overloads of query(); this changes only the overload that Kysely uses.
  override query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    const send = super.query as (...args: unknown[]) => Promise<pg.QueryResult>
    if (typeof text !== 'string' || !Array.isArray(values)) return send.call(this, text, values, ...rest)
    return send.call(this, this.#statement(text, values)).catch((error: unknown) => this.#fail(error))
  }) as pg.Client['query']

  #statement(text: string, values: unknown[]): pg.QueryConfig {
    if (BEGINS.test(text)) return { text: text + this.#opening }
    if (ENDS.test(text)) return { text }
    return { name: this.#nameFor(text), text, values }
  }

  #nameFor(text: string): string | undefined {
    const known = this.#names?.get(text)
    if (known || !this.#names || this.#names.size === MAX_PREPARED) return known
    const name = nameOf(text)
    this.#names.set(text, name)
    return name
  }

  /** Closes a connection that is lost or doesn't answer, so that the pool replaces it. */
  #fail(error: unknown): never {
    if (error instanceof pg.DatabaseError) {
      if (endsConnection(error)) void this.end()
      throw comesFromPooler(error) ? poolerNotNamed(error) : error
    }
    const { message, syscall } = error as NodeJS.ErrnoException
    if (syscall === undefined && !CONNECTION_LOST.test(message)) throw error
    void this.end()
    throw new DatabaseUnavailable(error)
  }
}
