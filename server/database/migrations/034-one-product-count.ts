import { type Kysely, sql } from 'kysely'

/** The version before reads the view `product_totals`, which has the same totals. */
export const compatible = true

/** Totals are summed from `product_counts`, without a second table of sums by category and supplier. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const KEY = 'category_id, supplier_id, in_stock, on_sale, bioequivalent, generic, prescription'

const statements = [
  `create or replace view product_totals as select category_id, supplier_id, products from product_counts`,
  `create or replace function add_up_product_counts() returns void language sql as $$
    with taken as (delete from product_count_changes returning *)
    insert into product_count_sums
      select ${KEY}, sum(products) as products from taken group by ${KEY} having sum(products) <> 0 order by ${KEY}
      on conflict (${KEY}) do update set products = product_count_sums.products + excluded.products
  $$`,
  'drop table product_total_sums',
]
