import { type Kysely, sql } from 'kysely'

/** The version before this migration reads a null as last, too. */
export const compatible = true

/** Makes the discounted price of a product without a price null, so that a list by price has such products last (docs/product.md#shop). */
export async function up(database: Kysely<unknown>): Promise<void> {
  // PostgreSQL before 17 can’t change a column’s expression, so the column and its indexes are replaced.
  await sql`alter table products drop column discounted_price`.execute(database)
  await sql`
    alter table products add column discounted_price numeric(11, 2)
      generated always as (case when cost > 0 then round(cost * (100 - discount) / 100, 2) end) stored`.execute(
    database,
  )
  await sql`create index products_by_price on products (discounted_price, sort_key, id) include (retired_at)`.execute(
    database,
  )
  await sql`
    create index products_by_category_and_price on products (category_id, discounted_price, sort_key, id)
      include (supplier_id, retired_at)`.execute(database)
  await sql`
    create index products_by_unit_price on products ((discounted_price / unit_count), sort_key, id)`.execute(
    database,
  )
}
