import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

/** From this number of products on, an import makes the query planner's statistics wrong. */
export const LARGE_IMPORT = 1_000

/** The tables that an import or its undo changes. */
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

/** The log for failures that don't affect the saved products. */
export type ImportLog = Pick<FastifyBaseLogger, 'warn'>

/**
 * Analyses the tables after a large import: PostgreSQL would else plan with the old statistics until the next autovacuum. A failure is
 * only logged, since the import is saved.
 *
 * @param products how many products were created, changed or removed
 */
export async function analyzeImport(database: Db, products: number, log: ImportLog): Promise<void> {
  if (products < LARGE_IMPORT) return
  try {
    await sql`analyze ${sql.join(TABLES.map((table) => sql.table(table)))}`.execute(database)
  } catch (error) {
    log.warn({ err: error }, 'could not analyze the tables of an import')
  }
}
