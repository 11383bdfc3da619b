import { type Kysely, sql } from 'kysely'

/** A book of each product's stock (docs/product.md#stock-movements). */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/** Its triggers record what the version before it sells, without a cause. */
export const compatible = true

const statements = [
  // No foreign keys but the product's: the book keeps a movement when its import is forgotten.
  `create table stock_movements (
    id bigint generated always as identity primary key,
    product_id uuid not null references products on delete cascade,
    cause text not null
      check (cause in ('opening', 'sale', 'cancellation', 'reopening', 'form', 'count', 'import', 'undo', 'other')),
    reference uuid,
    actor_id uuid,
    change integer not null check (change <> 0),
    balance integer not null check (balance >= 0),
    created_at timestamptz not null default now()
  )`,
  'create index stock_movements_by_product on stock_movements (product_id, id desc)',
  // Movements are stored in the order of their time.
  'create index stock_movements_by_day on stock_movements using brin (created_at)',

  // A trigger, so that no change is missed: the sum of a product's movements is its stock. The cause, the order or import, and
  // the acting user are the words of a setting of the transaction (server/features/stock/stock-cause.ts).
  `create function record_stock_movement() returns trigger language plpgsql as $$
    declare
      words text[] := string_to_array(current_setting('botica.stock_cause', true), ' ');
      was integer := case tg_op when 'INSERT' then 0 else old.stock end;
    begin
      insert into stock_movements (product_id, cause, reference, actor_id, change, balance)
      values (new.id, coalesce(words[1], case tg_op when 'INSERT' then 'opening' else 'other' end),
        nullif(words[2], '')::uuid, nullif(words[3], '')::uuid, new.stock - was, new.stock);
      return null;
    end $$`,
  `create trigger record_first_stock after insert on products for each row
    when (new.stock <> 0) execute function record_stock_movement()`,
  `create trigger record_stock after update of stock on products for each row
    when (old.stock <> new.stock) execute function record_stock_movement()`,

  `insert into stock_movements (product_id, cause, change, balance)
    select id, 'opening', stock, stock from products where stock <> 0 order by id`,
]
