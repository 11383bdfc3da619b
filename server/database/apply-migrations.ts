import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { OperatorError } from '../operator-error.ts'
import { LOCKS } from './advisory-locks.ts'
import { LAST_REPLACED, lastBeforeBaseline, withBaseline } from './baseline.ts'
import { isConflict, isConnectionLost } from './outage.ts'
import type { Db } from './schema.ts'

/** A migration, marked `compatible` when the version before it can work with the changed tables. */
export type MarkedMigration = Migration & { compatible?: true }

/**
 * Milliseconds that a migration waits for a lock, while the shop waits behind it; doubled for each attempt. After a second
 * (`deadlock_timeout`), PostgreSQL cancels an autovacuum that holds the lock.
 */
const MIN_LOCK_TIMEOUT_MS = 100
const MAX_LOCK_TIMEOUT_MS = 1_500
/** The longest pause between two attempts. The pause is random, so that attempts don't coincide with the shop's regular work. */
const MAX_PAUSE_MS = 2_000
/** Longer than any transaction of the shop: after that time, another program must be holding the lock. */
const PATIENCE_MS = 120_000

/**
 * Applies the missing migrations in order, each in its own transaction. Several servers may call this at once, also while others sell.
 *
 * @param patience milliseconds for which a migration is retried after conflicts with other transactions
 * @throws OperatorError when a migration fails, or when the database is older than the baseline, or too new for this version
 * @throws the driver's error when the connection is lost
 */
export async function applyMigrations(
  database: Db,
  migrations: Record<string, MarkedMigration>,
  patience = PATIENCE_MS,
): Promise<void> {
  const applied = await readMigrations(database)
  refuseOlder(applied)
  await refuseNewer(database, applied, migrations)
  for (const [name, migration] of Object.entries(migrations))
    if (!applied.includes(name)) await applyPatiently(database, name, migration, patience)
}

/** The names of the migrations that were applied to a database; none in a new one. */
export const readMigrations = async (database: Db) =>
  withBaseline(await readNames(database, 'kysely_migration'))

async function readNames(database: Db, table: string): Promise<string[]> {
  const found = await sql`select where to_regclass(${table}) is not null`.execute(database)
  if (found.rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(
    database,
  )
  return rows.map(({ name }) => name)
}

function refuseOlder(applied: string[]) {
  const last = lastBeforeBaseline(applied)
  if (last === undefined) return
  throw new OperatorError(
    `Esta base de datos es de una versión de Botica demasiado antigua para esta (llega hasta ${last}). ` +
      `Inicia una vez la que llega hasta ${LAST_REPLACED}, que la pone al día, y después esta. No se cambió nada.`,
  )
}

/** An older server starts in the middle of a rolling update when it can work with all newer migrations. */
async function refuseNewer(database: Db, applied: string[], migrations: Record<string, MarkedMigration>) {
  const newer = applied.filter((name) => !(name in migrations))
  if (newer.length === 0) return
  const compatible = await readNames(database, 'compatible_migrations')
  const refused = newer.filter((name) => !compatible.includes(name))
  if (refused.length === 0) return
  throw new OperatorError(
    `Una versión más nueva de Botica cambió esta base de datos (${refused.join(', ')}) y esta versión no puede trabajar ` +
      'con ella. Inicia la versión más nueva, o restaura en una base de datos vacía un respaldo anterior al cambio. ' +
      'No se cambió nada.',
  )
}

async function applyPatiently(database: Db, name: string, migration: MarkedMigration, patience: number) {
  const deadline = performance.now() + patience
  for (
    let lockTimeout = MIN_LOCK_TIMEOUT_MS;
    ;
    lockTimeout = Math.min(2 * lockTimeout, MAX_LOCK_TIMEOUT_MS)
  ) {
    try {
      return await applyOnce(database, name, migration, lockTimeout)
    } catch (error) {
      if (isConnectionLost(error)) throw error
      const isRepeatable = isConflict(error) || codeOf(error) === LOCK_NOT_AVAILABLE
      if (!isRepeatable || performance.now() > deadline) throw failure(name, error, isRepeatable)
      await pause(Math.random() * MAX_PAUSE_MS)
    }
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

const codeOf = (error: unknown) => (error as { code?: unknown }).code

/** Applies a migration under a lock, since two servers can't even create the table of migrations at the same time. */
const applyOnce = (database: Db, name: string, { up, compatible }: MarkedMigration, lockTimeout: number) =>
  database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCKS.migration}::bigint)`.execute(tx)
    // Another server may have applied the migration meanwhile.
    if ((await readMigrations(tx)).includes(name)) return
    await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(tx)
    await up(tx)
    await sql`create table if not exists kysely_migration
      (name varchar(255) primary key, "timestamp" varchar(255) not null)`.execute(tx)
    await sql`insert into kysely_migration
      values (${name}, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`.execute(
      tx,
    )
    // Recorded in the database, since an older version doesn't have the migration's file.
    await sql`create table if not exists compatible_migrations (name text primary key)`.execute(tx)
    if (!compatible) return
    await sql`insert into compatible_migrations values (${name})`.execute(tx)
  })

function failure(name: string, cause: unknown, isRepeatable: boolean): OperatorError {
  const { message } = cause as Error
  const problem = isRepeatable
    ? 'otras conexiones no sueltan lo que cambia'
    : `${message} (${codeOf(cause) ?? 'sin código'})`
  return new OperatorError(
    `No se pudo hacer la migración ${name} de la base de datos: ${problem}. ` +
      'Las anteriores están hechas y esta no cambió nada. Al iniciar Botica de nuevo se intenta otra vez.',
    { cause },
  )
}
