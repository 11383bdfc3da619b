import { type Kysely, sql } from 'kysely'

/** The version before this migration changes orders and stock, whose triggers queue the events. */
export const compatible = true

/** Webhooks of other systems, and the queue of their events (docs/product.md#connections). */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create table webhooks (
    id uuid primary key default uuid_v7(),
    url text not null,
    events text[] not null,
    -- Readable, because each delivery is signed with it.
    secret text not null,
    created_at timestamptz not null default now()
  )`,
  `create table webhook_deliveries (
    id uuid primary key default uuid_v7(),
    webhook_id uuid not null references webhooks on delete cascade,
    -- The order of sending. An event that is sent again becomes the last.
    position bigint not null generated always as identity,
    type text not null,
    -- The order, product or import, whose events are delivered in their order; null for a test.
    subject_id uuid,
    data jsonb not null,
    happened_at timestamptz not null default clock_timestamp(),
    -- When a server may send the event: the end of the lease while it is sent, null once it was delivered or given up.
    due_at timestamptz default clock_timestamp(),
    delivered_at timestamptz,
    attempts integer not null default 0,
    last_status integer,
    last_error text,
    lease uuid,
    -- Whether the next change of the same product replaces the data: until the first attempt.
    is_open boolean not null default false
  )`,
  'create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where due_at is not null',
  'create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, subject_id, position) where due_at is not null',
  'create unique index webhook_deliveries_open on webhook_deliveries (webhook_id, subject_id) where is_open',
  'create index webhook_deliveries_by_time on webhook_deliveries (webhook_id, happened_at, id)',
  'create index webhook_deliveries_failed on webhook_deliveries (webhook_id) where due_at is null and delivered_at is null',

  // A webhook that is being deleted is waited for, and then left out.
  `create function queue_event(event text, subject uuid, content jsonb) returns void language plpgsql as $$
    begin
      insert into webhook_deliveries (webhook_id, type, subject_id, data, is_open)
      select id, event, subject, content, event = 'product.stock'
      from (select id from webhooks where event = any(events) for key share) subscribed
      on conflict (webhook_id, subject_id) where is_open
        do update set data = excluded.data, happened_at = excluded.happened_at;
    end $$`,
  `create function queue_order_event(event text, changed orders) returns void language sql as $$
    select queue_event(event, changed.id, jsonb_build_object('_id', changed.id, 'nro_delivery', changed.number,
      'status', changed.status, 'total', trim_scale(changed.total)))
  $$`,

  // Triggers, so that no writer of orders and stock is missed.
  `create function queue_changed_order() returns trigger language plpgsql as $$
    begin
      perform queue_order_event(tg_argv[0], new);
      return null;
    end $$`,
  `create trigger queue_created after insert on orders for each row execute function queue_changed_order('order.created')`,
  `create trigger queue_updated after update of status on orders for each row
    when (old.status <> new.status) execute function queue_changed_order('order.updated')`,
  `create trigger queue_paid after update of paid_amount on orders for each row
    when (old.paid_amount < round(old.total) and new.paid_amount >= round(new.total))
    execute function queue_changed_order('order.paid')`,
  `create function queue_changed_stock() returns trigger language plpgsql as $$
    begin
      perform queue_event('product.stock', new.id,
        jsonb_build_object('_id', new.id, 'barcode', new.barcode, 'stock', new.stock));
      return null;
    end $$`,
  `create trigger queue_first_stock after insert on products for each row
    when (new.stock <> 0) execute function queue_changed_stock()`,
  `create trigger queue_stock after update of stock on products for each row
    when (old.stock <> new.stock) execute function queue_changed_stock()`,
]
