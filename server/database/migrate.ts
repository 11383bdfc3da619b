import { Migrator } from 'kysely/migration'
import { type MarkedMigration, withNewerMigrations } from './known-migrations.ts'
import * as initial from './migrations/001-initial.ts'
import * as mails from './migrations/002-mails.ts'
import type { Db } from './schema.ts'

const migrations: Record<string, MarkedMigration> = { '001-initial': initial, '002-mails': mails }

/** The migrations of this version, in order. */
export const migrationNames = Object.keys(migrations)

/**
 * Applies the migrations that are missing. Takes a lock, so that several servers may start at the same time.
 *
 * A migration that the version before it can live with exports `compatible = true`: it only adds tables, indexes, or columns
 * with a default, and older code neither reads less nor writes anything wrong.
 *
 * @param last stop after this migration, which an older backup needs
 */
export async function migrate(database: Db, last?: string): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => withNewerMigrations(database, migrations) },
  })
  const { error } = last ? await migrator.migrateTo(last) : await migrator.migrateToLatest()
  if (error) throw error
}
