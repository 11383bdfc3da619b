import { applyMigrations, type MarkedMigration } from './apply-migrations.ts'
import { BASELINE } from './baseline.ts'
import * as baseline from './migrations/001-baseline.ts'
import * as dropLeftovers from './migrations/035-drop-leftovers.ts'
import type { Db } from './schema.ts'

const migrations: Record<string, MarkedMigration> = {
  [BASELINE]: baseline,
  '035-drop-leftovers': dropLeftovers,
}

/** The migrations of this version, in order. */
export const migrationNames = Object.keys(migrations)

/**
 * Applies the migrations that are missing ({@link applyMigrations}).
 *
 * A migration that the version before it can live with exports `compatible = true`: it only adds tables, indexes, or columns
 * with a default, and older code neither reads less nor writes anything wrong.
 *
 * @param last stop after this migration, which an older backup needs
 */
export async function migrate(database: Db, last?: string): Promise<void> {
  const wanted = Object.entries(migrations).filter(([name]) => last === undefined || name <= last)
  await applyMigrations(database, Object.fromEntries(wanted))
}
