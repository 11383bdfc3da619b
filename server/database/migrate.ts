import { applyMigrations, type MarkedMigration } from './apply-migrations.ts'
import { BASELINE } from './baseline.ts'
import * as baseline from './migrations/080-baseline.ts'
import * as mergedNames from './migrations/081-merged-names.ts'
import type { Db } from './schema.ts'

const migrations: Record<string, MarkedMigration> = {
  [BASELINE]: baseline,
  '081-merged-names': mergedNames,
}

/** The migrations of this version, in order. */
export const migrationNames = Object.keys(migrations)

/**
 * Applies the missing migrations ({@link applyMigrations}). A migration that only adds tables, indexes, or columns with a default
 * exports `compatible = true`, because the version before it keeps working.
 *
 * @param last the migration to stop after, for an older backup
 */
export async function migrate(database: Db, last?: string): Promise<void> {
  const wanted = Object.entries(migrations).filter(([name]) => last === undefined || name <= last)
  await applyMigrations(database, Object.fromEntries(wanted))
}
