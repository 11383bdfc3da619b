import { sql } from 'kysely'
import { LOCKS } from './advisory-locks.ts'
import type { Tx } from './schema.ts'

/**
 * Locks the catalogue until the transaction ends: shared to save one product, exclusive to write many (an import, a new category name),
 * since two such writes at once could deadlock. Orders never take this lock.
 */
export async function lockCatalog(tx: Tx, mode: 'shared' | 'exclusive') {
  await (mode === 'shared'
    ? sql`select pg_advisory_xact_lock_shared(${LOCKS.catalog}::bigint)`
    : sql`select pg_advisory_xact_lock(${LOCKS.catalog}::bigint)`
  ).execute(tx)
}

/** Takes the lock for imports, if it is free: one import at a time, on all servers together. */
export async function tryLockImport(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS.import}::bigint) as locked`.execute(tx)
  return rows[0]?.locked === true
}
