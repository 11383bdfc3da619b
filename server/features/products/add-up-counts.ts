import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

/** Adds the pending changes of `product_counts` to the sums, so that the view stays short. No count changes. */
export async function addUpProductCounts(database: Db): Promise<void> {
  await sql`select add_up_product_counts()`.execute(database)
}
