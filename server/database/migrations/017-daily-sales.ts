import { type Kysely, sql } from 'kysely'

/** Sums of orders, for the board and for the counts of open tasks (docs/product.md#board). */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/** The version before it never reads them, and the triggers count its orders too. */
export const compatible = true

const KEY = 'quarter, status, proof'

const columns = `
  quarter timestamptz not null,
  status text not null,
  proof text not null,
  orders integer not null,
  pesos numeric(18, 2) not null`

/**
 * Rows of sums, for rows of orders. By quarters of an hour, of which the days of every time zone consist. The proof of an order
 * that isn't pending any more concerns nobody.
 */
const sums = (orders: string, sign: 1 | -1) => `
  select date_bin('15 minutes', created_at, '2000-01-01 00:00+00') as quarter, status,
    case when status <> 'pending' then '' when payment = '' then 'missing' when proof_checked_at is null then 'unchecked'
      else 'checked' end as proof,
    ${sign} as orders, ${sign} * total as pesos
  from ${orders}`

const sumOf = (rows: string) => `
  select ${KEY}, sum(orders) as orders, sum(pesos) as pesos from (${rows}) sums
  group by ${KEY} having sum(orders) <> 0 or sum(pesos) <> 0`

const sumAfter = (event: 'insert' | 'update' | 'delete', tables: string, changes: string) => [
  `create function sum_${event}_orders() returns trigger language plpgsql as $$
    begin insert into order_sum_changes ${sumOf(changes)}; return null; end $$`,
  `create trigger sum_${event} after ${event} on orders referencing ${tables}
    for each statement execute function sum_${event}_orders()`,
]

const statements = [
  'alter table orders add column if not exists proof_checked_at timestamptz',
  'alter table form_requests add column if not exists answered_at timestamptz',
  'create index form_requests_unanswered on form_requests (id) where answered_at is null',

  // Each statement that changes orders appends the differences, so that no order waits for another one's row. From time to
  // time they are added up.
  `create table order_sums (${columns}, primary key (${KEY}))`,
  "create index order_sums_of_pending on order_sums (proof) where status = 'pending'",
  'create index order_sums_of_none on order_sums (quarter) where orders = 0',
  `create table order_sum_changes (${columns})`,
  'create view order_counts as select * from order_sums union all select * from order_sum_changes',
  `create function add_up_order_sums() returns void language sql as $$
    with taken as (delete from order_sum_changes returning *)
    insert into order_sums ${sumOf('select * from taken')} order by ${KEY}
      on conflict (${KEY}) do update
      set orders = order_sums.orders + excluded.orders, pesos = order_sums.pesos + excluded.pesos;
    delete from order_sums where orders = 0
  $$`,

  `insert into order_sums ${sumOf(sums('orders', 1))}`,
  ...sumAfter('insert', 'new table as added', sums('added', 1)),
  ...sumAfter('delete', 'old table as removed', sums('removed', -1)),
  ...sumAfter(
    'update',
    'old table as removed new table as added',
    `${sums('removed', -1)} union all ${sums('added', 1)}`,
  ),
]
