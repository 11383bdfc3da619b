import { type Kysely, sql } from 'kysely'

/** The version before reads `product_counts`, which stays, and calls the same function. */
export const compatible = true

/** Totals of the lists that no switch narrows: of each category and supplier one row, of which `product_counts` may have dozens. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const KEY = 'category_id, supplier_id, in_stock, on_sale, bioequivalent, generic, prescription'

const sumBy = (key: string, from: string) => `
  select ${key}, sum(products) as products from ${from} group by ${key} having sum(products) <> 0`

/** Adds rows to sums; in the order of the key, so that two servers can do so at once. */
const addTo = (table: string, key: string) => `
  insert into ${table} (${key}, products) ${sumBy(key, 'taken')} order by ${key}
    on conflict (${key}) do update set products = ${table}.products + excluded.products`

const statements = [
  // Changes that the function of the version before added up meanwhile would be missing in the new sums.
  'lock table product_count_sums, product_count_changes in share row exclusive mode',
  `create table product_total_sums (
    category_id uuid not null references categories on delete cascade,
    supplier_id uuid not null references suppliers on delete cascade,
    products integer not null,
    primary key (category_id, supplier_id))`,
  'create index product_total_sums_by_supplier on product_total_sums (supplier_id)',
  // A change is in the sums of both tables, or in neither.
  `create view product_totals as
    select category_id, supplier_id, products from product_total_sums
    union all select category_id, supplier_id, products from product_count_changes`,
  `create or replace function add_up_product_counts() returns void language sql as $$
    with taken as (delete from product_count_changes returning *),
      totals as (${addTo('product_total_sums', 'category_id, supplier_id')})
    ${addTo('product_count_sums', KEY)}
  $$`,
  `insert into product_total_sums ${sumBy('category_id, supplier_id', 'product_count_sums')}`,
]
