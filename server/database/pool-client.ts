import pg from 'pg'
import { DatabaseAway, endsConnection } from './outage.ts'
import { type Columns, PreparedQuery, type Result, type Sent } from './prepared-query.ts'
import { StatementNames } from './statement-names.ts'

/** The driver's messages for a lost connection and for an answer that didn't arrive in time. */
const CONNECTION_LOST =
  /^(Connection terminated|Query read timeout|Client (has encountered a connection error|was closed))/

/** Sent as they are: preparing them saves nothing. */
const CONTROL = /^(begin|start transaction|commit|rollback)\b/
const BEGINS = /^(begin|start transaction)\b/

export type PoolClientConfig = pg.ClientConfig & {
  /** For a pooler that gives each transaction another connection: queries aren't prepared, and transactions begin with these settings. */
  transactionSettings?: Record<string, number>
}

/** A connection of the pool that survives its own loss and prepares its queries. */
export class PoolClient extends pg.Client {
  /** Absent: queries aren't prepared. */
  readonly #names?: StatementNames
  /** The columns of the statements that were prepared, by their names. */
  readonly #columns = new Map<string, Columns>()
  /** Statements that follow each `begin`. */
  readonly #opening: string
  /** The same for transactions without a `begin`. */
  readonly #settings: { text: string; values: string[] }[]

  constructor(config: PoolClientConfig = {}) {
    super(config)
    const settings = Object.entries(config.transactionSettings ?? {})
    if (!config.transactionSettings) this.#names = new StatementNames()
    this.#opening = settings.map(([name, value]) => `; set local ${name} = ${value}`).join('')
    this.#settings = settings.map(([name, value]) => ({
      text: 'select from set_config($1, $2, true)',
      values: [name, String(value)],
    }))
    // The pool listens only to idle connections, and an `error` event without a listener ends the process. The query in
    // flight, or the next one, is rejected with the same error.
    this.on('error', () => {})
  }

  // pg declares eight overloads of query(); this changes only the overload that Kysely uses.
  override query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    const send = super.query as (...args: unknown[]) => unknown
    if (typeof text !== 'string' || !Array.isArray(values)) return send.call(this, text, values, ...rest)
    if (!CONTROL.test(text)) return this.#run(text, values)
    const query = send.call(this, BEGINS.test(text) ? text + this.#opening : text)
    return (query as Promise<pg.QueryResult>).catch((error: unknown) => this.#fail(error))
  }) as pg.Client['query']

  #run(text: string, values: unknown[], earlier?: Sent[]): Promise<Result> {
    const statement = { name: this.#nameOf(text), text, values }
    return new Promise<Result>((resolve, reject) => {
      const options = { types: this, known: this.#columns, earlier }
      const query = new PreparedQuery(statement, options, (error, result) =>
        result ? resolve(result) : reject(error),
      )
      super.query(query)
    }).catch((error: unknown) => this.#fail(error))
  }

  /**
   * Runs statements in one transaction, sent at once. Each sees what was committed before it began. All but the last return rows
   * without columns.
   *
   * @returns the last one's rows
   */
  async queryTogether<Row>(statements: { text: string; values: unknown[] }[]): Promise<Row[]> {
    const sent = [...this.#settings, ...statements]
    const last = sent.pop()!
    const earlier = sent.map((one) => ({ ...one, name: this.#nameOf(one.text) }))
    return (await this.#run(last.text, last.values, earlier)).rows as Row[]
  }

  #nameOf(text: string): string | undefined {
    const { name, evicted } = this.#names?.use(text) ?? {}
    if (evicted) {
      // The driver has no call for this: it must forget the statement as well, or it wouldn't prepare it again.
      const connection = this.connection as pg.Connection & { parsedStatements: Record<string, string> }
      connection.close({ type: 'S', name: evicted }, true)
      delete connection.parsedStatements[evicted]
      this.#columns.delete(evicted)
    }
    return name
  }

  /** Closes a connection that is lost or doesn't answer, so that the pool replaces it. */
  #fail(error: unknown): never {
    // In place of the one that leads to the socket.
    Error.captureStackTrace(error as Error)
    if (error instanceof pg.DatabaseError) {
      if (endsConnection(error)) void this.end()
      throw error
    }
    const { message, syscall } = error as NodeJS.ErrnoException
    if (syscall === undefined && !CONNECTION_LOST.test(message)) throw error
    void this.end()
    throw new DatabaseAway(error)
  }
}
