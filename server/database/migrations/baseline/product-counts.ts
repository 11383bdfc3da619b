const KEY = 'category_id, supplier_id, in_stock, on_sale, bioequivalent, generic, prescription'

const COLUMNS = `
  category_id uuid not null references categories on delete cascade,
  supplier_id uuid not null references suppliers on delete cascade,
  in_stock boolean not null,
  on_sale boolean not null,
  bioequivalent boolean not null,
  generic boolean not null,
  prescription boolean not null,
  products integer not null`

/** Counts of product rows. Retired products aren't part of the shop's counts. */
const counts = (products: string, count: 1 | -1) => `
  select category_id, supplier_id, stock > 0 as in_stock, discount > 0 as on_sale, bioequivalent, generic, prescription,
    ${count} as products
  from ${products} where retired_at is null`

const countAfter = (event: 'insert' | 'update' | 'delete', tables: string, changes: string) => [
  `create function count_${event}_products() returns trigger language plpgsql as $$
    begin
      insert into product_count_changes
        select ${KEY}, sum(products) as products from (${changes}) counts group by ${KEY} having sum(products) <> 0;
      return null;
    end $$`,
  `create trigger count_${event} after ${event} on products referencing ${tables}
    for each statement execute function count_${event}_products()`,
]

/**
 * Counts of sold products by the shop's filters (docs/product.md#shop). Statements append differences, so that a sale never waits for an
 * import of the same category.
 */
export const productCounts = [
  `create table product_count_sums (${COLUMNS}, primary key (${KEY}))`,
  'create index product_count_sums_by_supplier on product_count_sums (supplier_id)',
  `create table product_count_changes (${COLUMNS})`,
  'create index product_count_changes_by_category on product_count_changes (category_id)',
  'create index product_count_changes_by_supplier on product_count_changes (supplier_id)',
  'create view product_counts as select * from product_count_sums union all select * from product_count_changes',

  // Adds the differences to the counts, in the order of the key, so that two servers can do so at once.
  `create function add_up_product_counts() returns void language sql as $$
    with taken as (delete from product_count_changes returning *)
    insert into product_count_sums
      select ${KEY}, sum(products) as products from taken group by ${KEY} having sum(products) <> 0 order by ${KEY}
      on conflict (${KEY}) do update set products = product_count_sums.products + excluded.products
  $$`,

  ...countAfter('insert', 'new table as added', counts('added', 1)),
  ...countAfter('delete', 'old table as removed', counts('removed', -1)),
  ...countAfter(
    'update',
    'old table as removed new table as added',
    `${counts('removed', -1)} union all ${counts('added', 1)}`,
  ),
]
