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
 * The most statements that a connection prepares: more than the shop uses, but limited for PostgreSQL's memory. Rare ones are freed with
 * the connection (`MAX_LIFETIME_SECONDS`).
 */
export const MAX_PREPARED = 200

/** A prepared statement's name, derived from its text: no name stands for two statements. */
const nameOf = (text: string) => `b${createHash('sha256').update(text).digest('hex').slice(0, 24)}`

export type PoolClientConfig = pg.ClientConfig & {
  /** Settings at the beginning of each transaction, for a pooler that changes connections; nothing is prepared then. */
  transactionSettings?: Record<string, number>
}

/** A pooled connection whose loss doesn't end the process, and that prepares up to {@link MAX_PREPARED} statements. */
export class PoolClient extends pg.Client {
  /** The names of the prepared statements by their texts; absent behind a pooler. */
  readonly #names?: Map<string, string>
  /** The statements after each `begin`. */
  readonly #opening: string

  constructor(config: PoolClientConfig = {}) {
    super(config)
    const { transactionSettings } = config
    if (!transactionSettings) this.#names = new Map()
    this.#opening = Object.entries(transactionSettings ?? {})
      .map(([name, value]) => `; set local ${name} = ${value}`)
      .join('')
    // An `error` event without a listener would end the process, and the pool listens only to idle connections. The current or next query
    // is rejected with the same error.
    this.on('error', () => {})
  }

  // Overrides only the overload of query() that Kysely uses.
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
