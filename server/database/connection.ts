import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { DatabaseAway } from './outage.ts'
import { PoolClient } from './pool-client.ts'
import type { Database, Db } from './schema.ts'

const { builtins } = pg.types
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  // As text: a time zone could move a birth date to another day.
  [builtins.DATE]: (text) => text,
}

export type ConnectOptions = {
  /** Connections at the same time. */
  max?: number
  /** Gets the errors of idle connections, which the pool replaces by itself. */
  onError: (error: Error) => void
}

/**
 * Opens a pool of connections.
 *
 * @param url a `postgresql://` address
 */
export function connect(url: string, { max = 20, onError }: ConnectOptions): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    Client: PoolClient,
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
  const acquire = () =>
    pool.connect().catch((error: unknown) => {
      throw new DatabaseAway(error)
    })
  const { options } = pool
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: { options, connect: acquire, end: () => pool.end() } }),
  })
}
