import { type Migration, Migrator } from 'kysely/migration'
import * as initial from './migrations/001-initial.ts'
import * as mails from './migrations/002-mails.ts'
import * as audit from './migrations/003-audit.ts'
import * as knownDevices from './migrations/004-known-devices.ts'
import * as mailLeases from './migrations/005-mail-leases.ts'
import type { Db } from './schema.ts'

const migrations: Record<string, Migration> = {
  '001-initial': initial,
  '002-mails': mails,
  '003-audit': audit,
  '004-known-devices': knownDevices,
  '005-mail-leases': mailLeases,
}

/** The migrations of this version, in order. */
export const migrationNames = Object.keys(migrations)

/**
 * Applies the migrations that are missing. Takes a lock, so that several servers may start at the same time.
 *
 * @param last stop after this migration, which an older backup needs
 */
export async function migrate(database: Db, last?: string): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
  const { error } = last ? await migrator.migrateTo(last) : await migrator.migrateToLatest()
  if (error) throw error
}
