import pg from 'pg'
import { DatabaseAway, endsConnection } from './outage.ts'

/** The driver's messages for a lost connection and for an answer that didn't arrive in time. */
const CONNECTION_LOST =
  /^(Connection terminated|Query read timeout|Client (has encountered a connection error|was closed))/

/** Sent as they are: preparing them saves nothing. */
const CONTROL = new Set(['begin', 'commit', 'rollback'])

/** A connection of the pool that survives its own loss and prepares its queries. */
export class PoolClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    // The pool listens only to idle connections, and an `error` event without a listener ends the process. The query in
    // flight, or the next one, is rejected with the same error.
    this.on('error', () => {})
  }

  // pg declares eight overloads of query(); this changes only the overload that Kysely uses.
  override query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    const send = super.query as (...args: unknown[]) => unknown
    if (typeof text !== 'string' || !Array.isArray(values)) return send.call(this, text, values, ...rest)
    const query = CONTROL.has(text)
      ? send.call(this, text)
      : send.call(this, { name: statementName(text), text, values })
    return (query as Promise<pg.QueryResult>).catch((error: unknown) => this.#fail(error))
  }) as pg.Client['query']

  /** Closes a connection that is lost or doesn't answer, so that the pool replaces it. */
  #fail(error: unknown): never {
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

/** Further statements aren't prepared, which bounds the memory of a connection. */
const MAX_PREPARED = 400
const names = new Map<string, string>()

function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MAX_PREPARED) return known
  const name = `q${names.size}`
  names.set(text, name)
  return name
}
