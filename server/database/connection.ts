import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Db } from './schema.ts'

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

/** Names every query with parameters, so that PostgreSQL prepares it once per connection. */
class PreparingClient extends pg.Client {
  // pg declares eight overloads of query(); this changes only the overload that Kysely uses.
  override query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    const send = super.query as (...args: unknown[]) => unknown
    return typeof text === 'string' && Array.isArray(values)
      ? send.call(this, { name: statementName(text), text, values }, ...rest)
      : send.call(this, text, values, ...rest)
  }) as pg.Client['query']
}

const { builtins } = pg.types
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  // As text: a time zone could move a birth date to another day.
  [builtins.DATE]: (text) => text,
}

const pools = new WeakMap<Db, pg.Pool>()

/** The connections of a pool that {@link connect} opened, and the queries that wait for one. */
export function poolCounts(database: Db) {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(database) ?? {}
  return { total: totalCount, idle: idleCount, waiting: waitingCount }
}

/**
 * Opens a pool of connections.
 *
 * @param url a `postgresql://` address
 * @param onError gets the errors of idle connections, which the pool replaces by itself
 */
export function connect(
  url: string,
  { max = 20, onError }: { max?: number; onError: (error: Error) => void },
): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    Client: PreparingClient,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    application_name: 'botica',
    options: '-c plan_cache_mode=force_generic_plan -c jit=off',
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  pool.on('error', onError)
  const database = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  pools.set(database, pool)
  return database
}
