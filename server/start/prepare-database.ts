import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { LOCKS } from '../database/advisory-locks.ts'
import { connect } from '../database/connection.ts'
import { migrate } from '../database/migrate.ts'
import { isConnectionLost } from '../database/outage.ts'
import type { Db } from '../database/schema.ts'
import { MAINTENANCE_TIMEOUTS } from '../database/timeouts.ts'
import { waitForDatabase } from '../database/wait-for-database.ts'
import { hashPassword, randomPassword } from '../features/accounts/passwords.ts'
import { catchUpDerived } from '../features/products/catch-up-derived.ts'
import { catchUpHolds } from '../features/products/hold-products.ts'

type Preparation = {
  url: string
  config: Config
  log: (text: string) => void
  /** Fills an empty database with the demo. */
  seedDemo: (database: Db) => Promise<void>
}

const RETRY_MS = 1_000

/**
 * Waits for the database and prepares it for this version: migrations, optional demo, derived columns of products, first administrator.
 * A lost connection, as while a cluster chooses its primary, begins the preparation again.
 *
 * @returns the first administrator's random password, if this call created one
 */
export async function prepareDatabase(preparation: Preparation): Promise<string | null> {
  const { url, log } = preparation
  for (;;) {
    await waitForDatabase(url, log)
    try {
      return await prepare(preparation)
    } catch (error) {
      if (!isConnectionLost(error)) throw error
      log('Se perdió la conexión con PostgreSQL mientras se preparaba la base de datos. Se intenta de nuevo.')
      await pause(RETRY_MS)
    }
  }
}

/** Prepares the database once. Servers that start at the same time take turns. */
async function prepare({ url, config, log, seedDemo }: Preparation): Promise<string | null> {
  // Two connections: one holds the lock, the other does the work.
  const database = connect(url, {
    max: 2,
    pooler: config.databasePooler,
    timeouts: MAINTENANCE_TIMEOUTS,
    onError: (error) => log(`PostgreSQL: ${error.message}`),
  })
  try {
    return await database.transaction().execute(async (tx) => {
      await lockStartup(tx, log)
      await migrate(database)
      if (config.demo && (await isEmpty(database))) await seedDemo(database)
      await catchUpDerived(database)
      await catchUpHolds(database)
      return createAdministrator(database, config.admin)
    })
  } finally {
    await database.destroy()
  }
}

/** Takes the lock for the transaction. PostgreSQL frees it even when this server is killed. */
async function lockStartup(tx: Db, log: (text: string) => void) {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS.startup}::bigint) as locked`.execute(tx)
  if (rows[0]?.locked) return
  log('Otro servidor está preparando la base de datos. Se espera a que termine.')
  await sql`select pg_advisory_xact_lock(${LOCKS.startup}::bigint)`.execute(tx)
}

const isEmpty = async (database: Db) =>
  (await database.selectFrom('categories').select('id').limit(1).executeTakeFirst()) === undefined

/**
 * Creates the first administrator when there is none (README.md#configuration).
 *
 * @returns the random password, to be printed once; null when the password was configured or nothing was created
 */
async function createAdministrator(
  database: Db,
  { email, password }: { email: string; password?: string },
): Promise<string | null> {
  const plain = password ?? randomPassword()
  const password_hash = await hashPassword(plain)
  const { numAffectedRows } = await sql`
    insert into users (role, email, password_hash, name, lastname)
    select 'Administrador', ${email}, ${password_hash}, 'Administración', ''
    where not exists (select from users where role = 'Administrador')
    on conflict (email) do nothing`.execute(database)
  return numAffectedRows === 1n && !password ? plain : null
}
