import { type Migration, Migrator } from 'kysely/migration'
import * as initial from './migrations/001-initial.ts'
import * as mails from './migrations/002-mails.ts'
import type { Db } from './schema.ts'

const migrations: Record<string, Migration> = { '001-initial': initial, '002-mails': mails }

/** Brings the tables up to date. Takes a lock: several servers may start at once. */
export async function migrate(database: Db): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
