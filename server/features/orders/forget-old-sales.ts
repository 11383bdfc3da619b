import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

/** Takes the days before the last 30 out of the counts of sold units. */
export async function forgetOldSales(database: Db): Promise<void> {
  await sql`select forget_old_sales()`.execute(database)
}
