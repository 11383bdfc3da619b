import { type Kysely, sql } from 'kysely'

/**
 * Removes the maintained counts and sums: they are counted when they are asked for. Not compatible: the version before reads them. A
 * database that the baseline made has none of them.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database)
}

/** Trigger functions; `cascade` drops their triggers too. */
const TRIGGERS = [
  'keep_row_count',
  'keep_user_counts',
  'move_user_count',
  'count_insert_products',
  'count_delete_products',
  'count_update_products',
  'sum_insert_orders',
  'sum_delete_orders',
  'sum_update_orders',
  'count_sold_units',
  'recount_sold_units',
]

const STATEMENTS = [
  ...TRIGGERS.map((name) => `drop function if exists ${name}() cascade`),
  'drop function if exists add_to_row_count(text, bigint), add_up_product_counts(), add_up_order_sums(text), forget_old_sales()',
  'drop view if exists product_counts',
  `drop table if exists row_counts, product_count_sums, product_count_changes, product_sales, product_sale_days,
    order_sum_changes, order_status_sums, order_day_sums, order_quarter_sums`,
  // An index with all columns of the shop's filters, so that counting reads no row of the table. A sale seldom changes the stock's level.
  `create index products_counted on products
    (category_id, supplier_id, discount, stock_level, bioequivalent, generic, prescription) where retired_at is null`,
]
