import { CompiledQuery, Kysely, type QueryResult } from 'kysely'
import pg from 'pg'
import { Dialect } from './dialect.ts'
import { DatabaseAway } from './outage.ts'
import { PoolClient, type PoolClientConfig } from './pool-client.ts'
import type { Database, Db } from './schema.ts'
import { SHOP_TIMEOUTS, type Timeouts, timeoutSettings } from './timeouts.ts'

const { builtins } = pg.types
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  // As text: a time zone could move a birth date to another day.
  [builtins.DATE]: (text) => text,
}

const pools = new WeakMap<Db, pg.Pool>()

/**
 * A connection of a pool that {@link connect} opened, for what Kysely can't send. Release it.
 *
 * @throws DatabaseAway
 */
export async function connectionOf(database: Db): Promise<PoolClient & { release(): void }> {
  const pool = pools.get(database)
  if (!pool) throw new TypeError('Not opened by connect(), or a transaction')
  const connection = await acquire(pool)
  return connection as unknown as PoolClient & { release(): void }
}

/** Runs a statement over a connection of the pool, or in the transaction that `database` is. */
export async function send<Row>(database: Db, text: string, values: unknown[]): Promise<QueryResult<Row>> {
  const pool = pools.get(database)
  if (!pool) return database.executeQuery<Row>(CompiledQuery.raw(text, values))
  // Kysely would do the same, with a chain of promises that takes longer.
  const connection = await acquire(pool)
  try {
    const { command, rowCount, rows } = await connection.query(text, values)
    return WRITES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  } finally {
    connection.release()
  }
}

/** Commands whose number of affected rows a result has, as with Kysely. */
const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const acquire = (pool: pg.Pool) =>
  pool.connect().catch((error: unknown) => {
    throw new DatabaseAway(error)
  })

/** The connections of a pool that {@link connect} opened, and the queries that wait for one. */
export function poolCounts(database: Db) {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(database) ?? {}
  return { total: totalCount, idle: idleCount, waiting: waitingCount }
}

/** The address of a database that {@link connect} opened; absent behind a pooler, which shares connections. */
export function ownAddress(database: Db): string | undefined {
  const options: PoolClientConfig | undefined = pools.get(database)?.options
  return options?.transactionSettings ? undefined : options?.connectionString
}

/**
 * Settings of a session. Plans are made once per statement, and without compilation. The TCP settings let PostgreSQL notice
 * within a minute that this machine is gone, and end the transactions of its connections.
 */
const SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
}

/** Milliseconds without traffic after which the operating system asks whether the other machine is still there. */
export const KEEP_ALIVE_DELAY = 10_000

export type ConnectOptions = {
  /** Connections at the same time. */
  max?: number
  /** The address is a pooler's, which may give each transaction another connection (docs/operations.md#a-pooler). */
  pooler?: 'transaction'
  /** Absent: {@link SHOP_TIMEOUTS}. */
  timeouts?: Timeouts
  /** Gets the errors of idle connections, which the pool replaces by itself. */
  onError: (error: Error) => void
}

/**
 * Opens a pool of connections.
 *
 * @param url a `postgresql://` address
 */
export function connect(
  url: string,
  { max = 20, pooler, timeouts = SHOP_TIMEOUTS, onError }: ConnectOptions,
): Db {
  const limits = timeoutSettings(timeouts)
  const settings = Object.entries({ ...SETTINGS, ...limits })
  const config: pg.PoolConfig & PoolClientConfig = {
    connectionString: url,
    max,
    Client: PoolClient,
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: timeouts.answer,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
    application_name: 'botica',
    ...(pooler
      ? { transactionSettings: limits }
      : { options: settings.map(([name, value]) => `-c ${name}=${value}`).join(' ') }),
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  }
  const pool = new pg.Pool(config)
  pool.on('error', onError)
  const { options } = pool
  const database = new Kysely<Database>({
    dialect: new Dialect({ pool: { options, connect: () => acquire(pool), end: () => pool.end() } }),
  })
  pools.set(database, pool)
  const { destroy } = database
  // Kysely ends only a pool over which it has sent a query itself: `send` may have used it before.
  database.destroy = async () => {
    await destroy.call(database)
    if (!pool.ending) await pool.end()
  }
  return database
}
