import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

/** Imports from this number of products on leave the planner's statistics wrong. */
export const LARGE_IMPORT = 1_000

/** The tables that an import, and its undoing, fill and empty. */
const TABLES = [
  'products',
  'product_barcodes',
  'search_words',
  'stock_movements',
  'product_import_changes',
  'audit_entries',
  'categories',
  'suppliers',
] as const

/**
 * Analyses the tables after a large import was committed: until autovacuum did, PostgreSQL would plan for the catalogue of before.
 * It locks nobody out. A failure is logged only, since the import is saved.
 *
 * @param products how many products were created, changed or removed
 */
export async function analyzeImport(
  database: Db,
  products: number,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  if (products < LARGE_IMPORT) return
  try {
    await sql`analyze ${sql.join(TABLES.map((table) => sql.table(table)))}`.execute(database)
  } catch (error) {
    log.warn({ err: error }, 'could not analyze the tables of an import')
  }
}
