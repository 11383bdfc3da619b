import { type Kysely, sql } from 'kysely'

/** Indexes for the filters and orders of the product lists (docs/decisions/005-lists-from-indexes.md). */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/** The version before it reads and writes the same columns. */
export const compatible = true

const statements = [
  // Room in each page for the next version of a row: a sale then changes no index.
  'alter table products set (fillfactor = 85)',

  // An index that has the stock, also in its condition, would be written by each sale. The level changes only when the stock
  // reaches or leaves zero, becomes low (LOW_STOCK of domain/stock.ts), or doubles or halves.
  `alter table products add column stock_level smallint not null
    generated always as (width_bucket(stock, array[1, 6, 12, 24, 48, 96, 192, 384, 768, 1536, 3072, 6144, 12288])) stored`,
  'create index products_by_stock_level on products (stock_level, sort_key, id) where retired_at is null',

  // Both filters at once are answered by an index alone.
  'drop index products_by_category',
  'create index products_by_category on products (category_id, sort_key, id) include (supplier_id, retired_at)',
  'drop index products_by_supplier',
  'create index products_by_supplier on products (supplier_id, sort_key, id) include (category_id, retired_at)',

  // What is missing; the products without a register are at the start of products_by_register.
  "create index products_without_photo on products (sort_key, id) where photo = '' and retired_at is null",
  "create index products_without_dcm on products (sort_key, id) where dcm = '' and retired_at is null",
  'drop index products_without_count',
  'create index products_without_count on products (sort_key, id) where unit_count is null and retired_at is null',
]
