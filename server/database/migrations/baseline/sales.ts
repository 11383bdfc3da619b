/** The first of the 30 days that end today, in UTC, so that no setting of a server moves them. */
const FIRST_DAY = "(now() at time zone 'UTC')::date - 29"
const DAY = "(o.created_at at time zone 'UTC')::date"

/** Adds rows of `product_id, day, units` to both tables, in the order of the products' ids: two orders never deadlock. */
const add = (sold: string) => `
  with sold as (${sold}), by_day as (
    insert into product_sale_days (product_id, day, units)
    select product_id, day, sum(units) from sold group by product_id, day order by product_id, day
    on conflict (product_id, day) do update set units = product_sale_days.units + excluded.units
  )
  insert into product_sales (product_id, units)
  select product_id, sum(units) from sold group by product_id order by product_id
  on conflict (product_id) do update set units = product_sales.units + excluded.units`

/** How many units of each product were sold in the last 30 days, for the home page (docs/product.md#home). */
export const sales = [
  `create table product_sale_days (
    product_id uuid not null references products on delete cascade,
    day date not null,
    units integer not null,
    primary key (product_id, day)
  ) with (fillfactor = 70)`,
  // The units of a product sold in the 30 days.
  `create table product_sales (
    product_id uuid primary key references products on delete cascade,
    units integer not null
  ) with (fillfactor = 70)`,
  // An index for the best sellers.
  'create index product_sales_by_units on product_sales (units desc, product_id) where units > 0',

  // Counts all lines of an order at once. The order has locked its products, so it waits for no other transaction.
  `create function count_sold_units() returns trigger language plpgsql as $$
    begin
      ${add(`select l.product_id, ${DAY} as day, l.quantity as units
        from added l join orders o on o.id = l.order_id
        where o.status <> 'cancelled' and ${DAY} >= ${FIRST_DAY}`)};
      return null;
    end $$`,
  `create trigger count_sold after insert on order_lines referencing new table as added
    for each statement execute function count_sold_units()`,

  // Subtracts a cancelled order's units from the order's day, and adds them again when the order is reopened.
  `create function recount_sold_units() returns trigger language plpgsql as $$
    begin
      ${add(`select l.product_id, ${DAY} as day, case new.status when 'cancelled' then -l.quantity else l.quantity end as units
        from order_lines l, (select new.created_at) o (created_at)
        where l.order_id = new.id and ${DAY} >= ${FIRST_DAY}`)};
      return null;
    end $$`,
  `create trigger recount_sold after update of status on orders for each row
    when ((old.status = 'cancelled') <> (new.status = 'cancelled'))
    execute function recount_sold_units()`,

  // Subtracts days older than 30 from the sums. Orders wait for this transaction, and it waits for none.
  `create function forget_old_sales() returns void language sql as $$
    with gone as (
      delete from product_sale_days where day < ${FIRST_DAY} returning product_id, units
    ), taken as (
      select product_id, sum(units) as units from gone group by product_id
    ), locked as (
      select from product_sales s join taken using (product_id) order by product_id for update of s
    )
    update product_sales set units = product_sales.units - taken.units from taken, (select count(*) from locked) locked
    where product_sales.product_id = taken.product_id
  $$`,
]
