import { type Kysely, sql } from 'kysely'

/** The version before reads sums of `product_counts`, whichever columns its rows are split by. */
export const compatible = true

/** Counts for the shop's filters, and the orders by price, price per unit and discount (docs/product.md#shop). */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const KEY = 'category_id, supplier_id, in_stock, on_sale, bioequivalent, generic, prescription'

/** Rows of counts, for rows of products. */
const counts = (products: string, count: 1 | -1) => `
  select category_id, supplier_id, stock > 0 as in_stock, discount > 0 as on_sale, bioequivalent, generic, prescription,
    ${count} as products
  from ${products}`

const sumOf = (rows: string) => `
  select ${KEY}, sum(products) as products from (${rows}) counts group by ${KEY} having sum(products) <> 0`

const columns = `
  category_id uuid not null references categories on delete cascade,
  supplier_id uuid not null references suppliers on delete cascade,
  in_stock boolean not null,
  on_sale boolean not null,
  bioequivalent boolean not null,
  generic boolean not null,
  prescription boolean not null,
  products integer not null`

const countAfter = (event: 'insert' | 'update' | 'delete', tables: string, changes: string) => [
  `create function count_${event}_products() returns trigger language plpgsql as $$
    begin insert into product_count_changes ${sumOf(changes)}; return null; end $$`,
  `create trigger count_${event} after ${event} on products referencing ${tables}
    for each statement execute function count_${event}_products()`,
]

const statements = [
  // What a customer pays, as discountedPrice() of domain/price.ts computes it.
  `alter table products add column discounted_price numeric(11, 2) not null
    generated always as (round(cost * (100 - discount) / 100, 2)) stored`,
  'create index products_by_price on products (discounted_price, sort_key, id)',
  'create index products_by_discount on products (discount desc, sort_key, id)',
  'create index products_by_unit_price on products ((discounted_price / unit_count), sort_key, id)',

  'drop trigger count_new on products',
  'drop trigger count_gone on products',
  'drop trigger count_moved on products',
  'drop function count_new_products, recount_product',
  'drop table product_counts',

  // Each statement that changes products appends the differences: a sale that sells out a product never waits for an import
  // that counts the same category. From time to time they are added up.
  `create table product_count_sums (${columns}, primary key (${KEY}))`,
  'create index product_count_sums_by_supplier on product_count_sums (supplier_id)',
  `create table product_count_changes (${columns})`,
  'create index product_count_changes_by_category on product_count_changes (category_id)',
  'create index product_count_changes_by_supplier on product_count_changes (supplier_id)',
  'create view product_counts as select * from product_count_sums union all select * from product_count_changes',
  `create function add_up_product_counts() returns void language sql as $$
    with taken as (delete from product_count_changes returning *)
    insert into product_count_sums ${sumOf('select * from taken')} order by ${KEY}
      on conflict (${KEY}) do update set products = product_count_sums.products + excluded.products
  $$`,

  `insert into product_count_sums ${sumOf(counts('products', 1))}`,
  ...countAfter('insert', 'new table as added', counts('added', 1)),
  ...countAfter('delete', 'old table as removed', counts('removed', -1)),
  ...countAfter(
    'update',
    'old table as removed new table as added',
    `${counts('removed', -1)} union all ${counts('added', 1)}`,
  ),
]
