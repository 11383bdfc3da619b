import { type Kysely, sql } from 'kysely'

/** Who waits for a sold-out product (docs/product.md#stock-alerts). */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/** The version before it never reads them, and its changes of stock queue the mails too. */
export const compatible = true

const AVAILABLE = (row: string) => `${row}.stock > 0 and ${row}.cost > 0`

const statements = [
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

  // A trigger, so that no way in which stock returns can forget it. Each alert is told once: stock that comes and goes sends no
  // second mail. The message is a MailJob (server/mail/mail-job.ts).
  `create function tell_stock_alerts() returns trigger language plpgsql as $$
    begin
      with told as (
        update stock_alerts set told_at = now() where product_id = new.id and told_at is null returning id
      )
      insert into mails (cause, message)
      select 'stock-alert.' || id, jsonb_build_object('kind', 'stock-alert', 'alertId', id) from told;
      return null;
    end $$`,
  // The condition is checked before the function is called: a sale costs nothing.
  `create trigger tell_stock_alerts after update of stock, cost on products for each row
    when (not (${AVAILABLE('old')}) and ${AVAILABLE('new')})
    execute function tell_stock_alerts()`,
]
