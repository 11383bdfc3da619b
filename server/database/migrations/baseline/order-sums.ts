const SUMS = `
  orders integer not null,
  pesos numeric(18, 2) not null`

/** Sums of order rows by quarters of an hour, which add up to the days of every time zone. Proofs are counted for pending orders only. */
const sums = (orders: string, sign: 1 | -1) => `
  select date_bin('15 minutes', created_at, '2000-01-01 00:00+00') as quarter, status,
    case when status <> 'pending' then '' when payment = '' then 'missing' when proof_checked_at is null then 'unchecked'
      else 'checked' end as proof,
    ${sign} as orders, ${sign} * total as pesos
  from ${orders}`

const changes = (rows: string) => `
  insert into order_sum_changes
  select quarter, status, proof, sum(orders), sum(pesos) from (${rows}) sums
  group by quarter, status, proof having sum(orders) <> 0 or sum(pesos) <> 0`

const sumAfter = (event: 'insert' | 'update' | 'delete', tables: string, rows: string) => [
  `create function sum_${event}_orders() returns trigger language plpgsql as $$
    begin ${changes(rows)}; return null; end $$`,
  `create trigger sum_${event} after ${event} on orders referencing ${tables}
    for each statement execute function sum_${event}_orders()`,
]

/** Adds the removed changes to a table of sums, grouped by the columns of its key. */
const addTo = (table: string, key: string, select: string, keyExpressions = key) => `
  insert into ${table} (${key}, orders, pesos)
  select ${select}, sum(orders), sum(pesos) from taken group by ${keyExpressions}
  having sum(orders) <> 0 or sum(pesos) <> 0 order by ${keyExpressions}
  on conflict (${key}) do update set orders = ${table}.orders + excluded.orders, pesos = ${table}.pesos + excluded.pesos`

const DAY = '(quarter at time zone store_zone)::date'

/** Sums of orders, for the board and for the counts of open tasks (docs/product.md#board). */
export const orderSums = [
  // A statement that changes orders appends differences, so that no order waits for another's row. They are added to the sums from time
  // to time; readers add up both tables.
  `create table order_sum_changes (quarter timestamptz not null, status text not null, proof text not null, ${SUMS})`,
  `create table order_status_sums (status text, proof text, ${SUMS}, primary key (status, proof))`,
  `create table order_day_sums (zone text, day date, status text, ${SUMS}, primary key (zone, day, status))`,
  // Sums for the hours of a day, and for the days of another time zone.
  `create table order_quarter_sums (quarter timestamptz, status text, ${SUMS}, primary key (quarter, status))`,

  `create function add_up_order_sums(store_zone text) returns void language plpgsql as $$
    begin
      -- One server at a time; readers don't wait.
      lock table order_day_sums in share row exclusive mode;
      with taken as (delete from order_sum_changes returning *),
      by_status as (${addTo('order_status_sums', 'status, proof', 'status, proof')}),
      by_day as (${addTo('order_day_sums', 'zone, day, status', `store_zone, ${DAY}, status`, `${DAY}, status`)})
      ${addTo('order_quarter_sums', 'quarter, status', 'quarter, status')};
      if exists (select from order_day_sums where zone <> store_zone) then
        delete from order_day_sums;
        insert into order_day_sums
          select store_zone, ${DAY}, status, sum(orders), sum(pesos) from order_quarter_sums group by ${DAY}, status;
      end if;
    end $$`,

  ...sumAfter('insert', 'new table as added', sums('added', 1)),
  ...sumAfter('delete', 'old table as removed', sums('removed', -1)),
  ...sumAfter(
    'update',
    'old table as removed new table as added',
    `${sums('removed', -1)} union all ${sums('added', 1)}`,
  ),
]
