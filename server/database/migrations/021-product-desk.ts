import { type Kysely, sql } from 'kysely'

/** Retired products, discounts with days, and the orders of the staff's product list (docs/product.md#product-list). */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/** The version before it goes on selling what is retired while both run; it writes nothing wrong. */
export const compatible = true

const KEY = 'category_id, supplier_id, in_stock, on_sale, bioequivalent, generic, prescription'

/** Rows of counts, for rows of products. Retired products are no part of the shop's counts. */
const counts = (products: string, count: 1 | -1) => `
  select category_id, supplier_id, stock > 0 as in_stock, discount > 0 as on_sale, bioequivalent, generic, prescription,
    ${count} as products
  from ${products} where retired_at is null`

const countAfter = (event: 'insert' | 'update' | 'delete', changes: string) =>
  `create or replace function count_${event}_products() returns trigger language plpgsql as $$
    begin
      insert into product_count_changes
        select ${KEY}, sum(products) as products from (${changes}) counts group by ${KEY} having sum(products) <> 0;
      return null;
    end $$`

/** The lists of products are read from an index alone, so that it also has to know what is retired. */
const INDEXES = {
  products_by_name: 'sort_key, id',
  products_by_category: 'category_id, sort_key, id',
  products_by_supplier: 'supplier_id, sort_key, id',
  products_by_price: 'discounted_price, sort_key, id',
  products_by_discount: 'discount desc, sort_key, id',
}

const AVAILABLE = (row: string) => `${row}.stock > 0 and ${row}.cost > 0 and ${row}.retired_at is null`

const statements = [
  'alter table products add column retired_at timestamptz',
  ...Object.entries(INDEXES).flatMap(([name, columns]) => [
    `drop index ${name}`,
    `create index ${name} on products (${columns}) include (retired_at)`,
  ]),
  'create index products_retired on products (sort_key, id) where retired_at is not null',

  // Orders of the staff's list. None by stock: each sale would write it.
  'create index products_by_barcode_order on products (barcode, sort_key, id) where retired_at is null',
  'create index products_by_dcm on products ((fold(dcm) collate "C"), sort_key, id) where retired_at is null',
  'create index products_by_register on products (health_register, sort_key, id) where retired_at is null',
  'create index products_by_cost on products (cost, sort_key, id) where retired_at is null',

  countAfter('insert', counts('added', 1)),
  countAfter('delete', counts('removed', -1)),
  countAfter('update', `${counts('removed', -1)} union all ${counts('added', 1)}`),

  // What comes back to the shop in stock is there again for who waits for it.
  'drop trigger tell_stock_alerts on products',
  `create trigger tell_stock_alerts after update of stock, cost, retired_at on products for each row
    when (not (${AVAILABLE('old')}) and ${AVAILABLE('new')})
    execute function tell_stock_alerts()`,

  // A discount that begins and ends by itself. products.discount is what holds now, so that prices, filters, counts and orders
  // need no calendar.
  `create table dated_discounts (
    product_id uuid primary key references products on delete cascade,
    discount numeric(5, 2) not null check (discount > 0 and discount <= 100),
    starts_on date not null,
    ends_on date not null check (ends_on >= starts_on),
    -- The discount to return to; null until it begins.
    replaced numeric(5, 2),
    -- Who planned it. No foreign key: like the book of stock, it outlives the account.
    actor_id uuid not null
  )`,
]
