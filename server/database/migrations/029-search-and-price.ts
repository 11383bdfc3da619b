import { type Kysely, sql } from 'kysely'

/** Indexes for words that many products have and for a category by price. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/** The version before it searches and sorts in the same way. */
export const compatible = true

const statements = [
  // Only what is sold is searched: with a condition that the index has, PostgreSQL needn't read the column of each row found.
  'drop index products_by_document',
  `create index products_by_document on products using gin (search_document) with (gin_pending_list_limit = 256)
    where retired_at is null`,

  // A price isn't changed by a sale.
  `create index products_by_category_and_price on products (category_id, discounted_price, sort_key, id)
    include (supplier_id, retired_at)`,
]
