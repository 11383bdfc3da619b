import { sql } from 'kysely'
import { store } from '#store'
import type { Db } from '../../database/schema.ts'

/**
 * Adds the pending changes to the order sums, so that readers read few rows; no figure changes. Daily sums are recomputed when the
 * pharmacy's time zone has changed.
 */
export async function addUpOrderSums(database: Db, timeZone: string = store.timeZone): Promise<void> {
  await sql`select add_up_order_sums(${timeZone}::text)`.execute(database)
}
