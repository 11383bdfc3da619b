import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

/** Adds the changes of `order_counts` to its sums, so that it stays short. No figure changes. */
export async function addUpOrderSums(database: Db): Promise<void> {
  await sql`select add_up_order_sums()`.execute(database)
}
