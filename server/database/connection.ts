import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailable } from './outage.ts'
import { PoolClient, type PoolClientConfig } from './pool-client.ts'
import { comesFromPooler, poolerNotNamed } from './pooler.ts'
import type { Database, Db } from './schema.ts'
import { SHOP_TIMEOUTS, type Timeouts, timeoutSettings } from './timeouts.ts'

const { builtins } = pg.types
const parseInstant = pg.types.getTypeParser(builtins.TIMESTAMPTZ)
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  // Dates stay text, because a time zone could move a birth date to another day.
  [builtins.DATE]: (text) => text,
  // Instants are ISO texts in UTC, with milliseconds, as the calls answer them.
  [builtins.TIMESTAMPTZ]: (text) => (parseInstant(text) as Date).toISOString(),
}

const pools = new WeakMap<Db, pg.Pool>()

/** The numbers of connections and of waiting queries of a pool that {@link connect} opened. */
export function poolCounts(database: Db) {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(database) ?? {}
  return { total: totalCount, idle: idleCount, waiting: waitingCount }
}

/**
 * Settings of a session. Generic plans avoid planning a statement repeatedly. The TCP settings let PostgreSQL end the transactions of a
 * lost machine within a minute.
 */
const SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
}

/** Milliseconds without traffic after which the operating system asks whether the other machine is still there. */
const KEEP_ALIVE_DELAY_MS = 10_000

/**
 * The lifetime of a connection: shorter than a reloaded HAProxy leaves connections open (`hard-stop-after` of deploy/haproxy.cfg). A new
 * connection also frees prepared statements.
 */
export const MAX_LIFETIME_SECONDS = 20

export type ConnectOptions = {
  /** The most connections of the pool. */
  max?: number
  /** Set for the address of a pooler, which may give each transaction another connection (docs/operations.md#several-machines). */
  pooler?: 'transaction'
  /** Timeouts of connections and statements; absent: {@link SHOP_TIMEOUTS}. */
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
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
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
    dialect: new PostgresDialect({ pool: { options, connect: () => acquire(pool), end: () => pool.end() } }),
  })
  pools.set(database, pool)
  return database
}

const acquire = (pool: pg.Pool) =>
  pool.connect().catch((error: unknown) => {
    throw comesFromPooler(error) ? poolerNotNamed(error) : new DatabaseUnavailable(error)
  })
