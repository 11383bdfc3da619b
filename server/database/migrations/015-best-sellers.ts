import { type Kysely, sql } from 'kysely'

/**
 * Finds the best sellers without reading what every product sold. Among 100,000 sold products the home page's call took 54 ms at best,
 * with the index 4 ms. 011 did
 * without it to spare each sale one index entry a line.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index product_sales_by_units on product_sales (units desc, product_id) where units > 0`.execute(
    database,
  )
}

/** The version before it finds the same rows by it. */
export const compatible = true
