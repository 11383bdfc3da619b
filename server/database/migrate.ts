import { type Migration, Migrator } from 'kysely/migration'
import * as initial from './migrations/001-initial.ts'
import * as mails from './migrations/002-mails.ts'
import * as people from './migrations/006-people.ts'
import type { Db } from './schema.ts'

const migrations: Record<string, Migration> = {
  '001-initial': initial,
  '002-mails': mails,
  '006-people': people,
}

/** All that this version knows, in order. */
export const migrationNames = Object.keys(migrations)

/**
 * Brings the tables up to date, or a new database up to the migration named, as a backup that is older needs it. Takes a
 * lock: several servers may start at once.
 */
export async function migrate(database: Db, upTo?: string): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
  const { error } = upTo ? await migrator.migrateTo(upTo) : await migrator.migrateToLatest()
  if (error) throw error
}
