import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

/** Subtracts sales older than 30 days from the counts of sold units. */
export async function forgetOldSales(database: Db): Promise<void> {
  await sql`select forget_old_sales()`.execute(database)
}
