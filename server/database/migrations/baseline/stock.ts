const AVAILABLE = (row: string) => `${row}.stock > 0 and ${row}.cost > 0 and ${row}.retired_at is null`

/**
 * Movements of each product's stock (docs/product.md#stock-movements), and alerts for sold-out products (docs/product.md#stock-alerts).
 */
export const stock = [
  // Only the product is a foreign key: movements outlive their import.
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

  // A trigger, so that no change is missed: a product's movements add up to its stock. Cause, reference and user come from a setting of
  // the transaction. Migration 062 replaces it by `server/features/stock/move-stock.ts`.
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

  `create table stock_alerts (
    id uuid primary key default uuid_v7(),
    product_id uuid not null references products on delete cascade,
    email text not null check (email = lower(email)),
    -- The account that asked, if its own address was given.
    user_id uuid references users on delete cascade,
    -- Of the link in the mail; null until the mail is written.
    token_hash bytea unique,
    created_at timestamptz not null default now(),
    -- When its mail was queued; null while it waits.
    told_at timestamptz
  )`,
  'create unique index stock_alerts_waiting on stock_alerts (product_id, email) where told_at is null',
  'create index stock_alerts_by_email on stock_alerts (email)',
  'create index stock_alerts_by_user on stock_alerts (user_id) where user_id is not null',

  // A trigger, so that alerts are sent however stock returns. Each alert is sent once. The message is a MailJob
  // (server/mail/queue-mail.ts).
  `create function tell_stock_alerts() returns trigger language plpgsql as $$
    begin
      with told as (
        update stock_alerts set told_at = now() where product_id = new.id and told_at is null returning id
      )
      insert into mails (cause, message)
      select 'stock-alert.' || id, jsonb_build_object('kind', 'stock-alert', 'alertId', id) from told;
      return null;
    end $$`,
  // PostgreSQL checks the condition before calling the function, so that sales stay cheap.
  `create trigger tell_stock_alerts after update of stock, cost, retired_at on products for each row
    when (not (${AVAILABLE('old')}) and ${AVAILABLE('new')})
    execute function tell_stock_alerts()`,
]
