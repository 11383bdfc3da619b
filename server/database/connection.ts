import { Kysely } from 'kysely'
import pg from 'pg'
import { Dialect } from './dialect.ts'
import { DatabaseAway } from './outage.ts'
import { PoolClient } from './pool-client.ts'
import type { Database, Db } from './schema.ts'
import { SHOP_TIMEOUTS, type Timeouts, timeoutSettings } from './timeouts.ts'

const { builtins } = pg.types
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  // As text: a time zone could move a birth date to another day.
  [builtins.DATE]: (text) => text,
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
const KEEP_ALIVE_DELAY = 10_000

export type ConnectOptions = {
  /** Connections at the same time. */
  max?: number
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
export function connect(url: string, { max = 20, timeouts = SHOP_TIMEOUTS, onError }: ConnectOptions): Db {
  const settings = Object.entries({ ...SETTINGS, ...timeoutSettings(timeouts) })
  const pool = new pg.Pool({
    connectionString: url,
    max,
    Client: PoolClient,
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: timeouts.answer,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
    application_name: 'botica',
    options: settings.map(([name, value]) => `-c ${name}=${value}`).join(' '),
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
    dialect: new Dialect({ pool: { options, connect: acquire, end: () => pool.end() } }),
  })
}
