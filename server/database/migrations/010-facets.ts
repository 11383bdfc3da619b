import { type Kysely, sql } from 'kysely'

/** The version before reads the sums of `product_counts`, whichever columns its rows are split by. */
export const compatible = true

/** Counts for the shop's filters, and the orders by price and by discount (docs/product.md#shop). */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/** The columns of product_counts, for rows of products. */
const counted = (rows: string, count: string) => `
  select category_id, supplier_id, stock > 0 as in_stock, discount > 0 as on_sale, bioequivalent, generic, prescription,
    ${count} as products
  from ${rows}`

/** Adds changes to the counts, sorted, so that two statements never wait for each other in a circle. */
const addToCounts = (changes: string) => `
  insert into product_counts
    select category_id, supplier_id, in_stock, on_sale, bioequivalent, generic, prescription, sum(products)
    from (${changes}) changes
    group by 1, 2, 3, 4, 5, 6, 7 having sum(products) <> 0 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (category_id, supplier_id, in_stock, on_sale, bioequivalent, generic, prescription)
    do update set products = product_counts.products + excluded.products;`

const trigger = (name: string, event: string, tables: string, changes: string) => [
  `create function ${name}() returns trigger language plpgsql as $$
    begin ${addToCounts(changes)} return null; end $$`,
  `create trigger ${name} after ${event} on products referencing ${tables} for each statement execute function ${name}()`,
]

const statements = [
  // What a customer pays, as discountedPrice() of domain/price.ts computes it.
  `alter table products add column discounted_price numeric(11, 2) not null
    generated always as (round(cost * (100 - discount) / 100, 2)) stored`,
  'create index products_by_price on products (discounted_price, sort_key, id)',
  'create index products_by_discount on products (discount desc, sort_key, id)',

  'drop trigger count_new on products',
  'drop trigger count_gone on products',
  'drop trigger count_moved on products',
  'drop function count_new_products, recount_product',
  'drop table product_counts',
  `create table product_counts (
    category_id uuid not null references categories on delete cascade,
    supplier_id uuid not null references suppliers on delete cascade,
    in_stock boolean not null,
    on_sale boolean not null,
    bioequivalent boolean not null,
    generic boolean not null,
    prescription boolean not null,
    products integer not null,
    primary key (category_id, supplier_id, in_stock, on_sale, bioequivalent, generic, prescription)
  )`,
  'create index product_counts_by_supplier on product_counts (supplier_id)',
  addToCounts(counted('products', '1')),
  ...trigger('count_new_products', 'insert', 'new table as added', counted('added', '1')),
  ...trigger('count_gone_products', 'delete', 'old table as removed', counted('removed', '-1')),
  ...trigger(
    'recount_changed_products',
    'update',
    'old table as removed new table as added',
    `${counted('removed', '-1')} union all ${counted('added', '1')}`,
  ),
]
