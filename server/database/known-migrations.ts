import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { OperatorError } from '../operator-error.ts'
import type { Db } from './schema.ts'
import { sql } from './sql.ts'

/** A migration, and whether the version before it can go on working with the tables that it leaves. */
export type MarkedMigration = Migration & { compatible?: true }

/**
 * The migrations of this version, together with those of a newer version that the database already has and this version can
 * work with. So an older server starts in the middle of a rolling update.
 *
 * @throws OperatorError when the database has a newer migration that this version can't work with
 */
export async function withNewerMigrations(
  database: Db,
  migrations: Record<string, MarkedMigration>,
): Promise<Record<string, Migration>> {
  const all: Record<string, Migration> = {}
  for (const [name, migration] of Object.entries(migrations)) {
    all[name] = migration.compatible ? { up: (tx) => applyCompatible(tx, name, migration) } : migration
  }
  const { applied, compatible } = await readApplied(database)
  const newer = applied.filter((name) => !(name in migrations))
  const refused = newer.filter((name) => !compatible.includes(name))
  if (refused.length > 0) {
    throw new OperatorError(
      `Una versión más nueva de Botica cambió esta base de datos (${refused.join(', ')}) y esta versión no puede trabajar ` +
        'con ella. Inicia la versión más nueva, o restaura en una base de datos vacía un respaldo anterior al cambio. ' +
        'No se cambió nada.',
    )
  }
  // Never run: the database has it already.
  for (const name of newer) all[name] = { up: async () => {} }
  return all
}

/** Records the mark in the database, since an older version doesn't have the migration's file. */
async function applyCompatible(database: Kysely<unknown>, name: string, migration: Migration): Promise<void> {
  await migration.up(database)
  await sql`create table if not exists compatible_migrations (name text primary key)`.execute(database)
  await sql`insert into compatible_migrations values (${name})`.execute(database)
}

async function readApplied(database: Db): Promise<{ applied: string[]; compatible: string[] }> {
  const read = async (table: string) => {
    const found = await sql`select where to_regclass(${table}) is not null`.execute(database)
    if (found.rows.length === 0) return []
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(
      database,
    )
    return rows.map(({ name }) => name)
  }
  return { applied: await read('kysely_migration'), compatible: await read('compatible_migrations') }
}
