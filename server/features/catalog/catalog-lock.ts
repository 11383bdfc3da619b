import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'

const CATALOG = 4_101
const IMPORT = 4_102

/**
 * Held until the transaction ends. Saving one product shares the catalogue; what rewrites many of them (an import, a new
 * name for a category) has it alone, since two of those would lock the same rows in different orders. Shoppers and their
 * orders never wait here.
 */
export async function lockCatalog(tx: Tx, mode: 'shared' | 'alone') {
  await (mode === 'shared'
    ? sql`select pg_advisory_xact_lock_shared(${CATALOG}::bigint)`
    : sql`select pg_advisory_xact_lock(${CATALOG}::bigint)`
  ).execute(tx)
}

/** Whether this transaction may import: one import at a time, whichever server runs it. */
export async function claimImport(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean }>`
    select pg_try_advisory_xact_lock(${IMPORT}::bigint) as claimed`.execute(tx)
  return rows[0]?.claimed === true
}
