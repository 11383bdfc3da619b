import { sql } from 'kysely'
import { store } from '#store'
import type { Db } from '../../database/schema.ts'

/**
 * Adds the changes of orders to their sums, so that few rows are read. No figure changes. When the pharmacy has another time zone
 * than the last time, its days are made anew.
 */
export async function addUpOrderSums(database: Db, timeZone: string = store.timeZone): Promise<void> {
  await sql`select add_up_order_sums(${timeZone}::text)`.execute(database)
}
