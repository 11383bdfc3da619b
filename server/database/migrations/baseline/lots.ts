/** Lots of products with their expiry dates, receipts of goods, the lots of order lines, and recalls. */
export const lots = [
  `create table recalls (
    id uuid primary key default uuid_v7(),
    product_id uuid not null references products on delete cascade,
    reason text not null,
    -- Whether all lots and the units without one were recalled.
    is_whole boolean not null,
    -- The units that were set aside.
    units integer not null,
    actor_id uuid,
    actor_name text not null,
    created_at timestamptz not null default now(),
    lifted_at timestamptz
  )`,
  'create index recalls_by_product on recalls (product_id)',

  `create table lots (
    id uuid primary key default uuid_v7(),
    product_id uuid not null references products on delete cascade,
    -- Empty where only the expiry is known.
    code text not null,
    -- The last day on which it is good.
    expires_on date,
    units integer not null check (units >= 0),
    recalled boolean not null default false,
    -- Of the units without a lot that a recall set aside; null for lots.
    set_aside_by uuid references recalls on delete cascade,
    created_at timestamptz not null default now()
  )`,
  // A unique index counts nulls as different values, so expressions replace them.
  `create unique index lots_by_product on lots (product_id, code, coalesce(expires_on, 'infinity'),
    coalesce(set_aside_by, '00000000-0000-0000-0000-000000000000'))`,
  'create index lots_by_expiry on lots (expires_on, id) where units > 0',

  `create table recalled_lots (
    recall_id uuid not null references recalls on delete cascade,
    lot_id uuid not null references lots on delete cascade,
    primary key (recall_id, lot_id)
  )`,
  'create index recalled_lots_by_lot on recalled_lots (lot_id)',

  // The orders of a recall's lots, as they were when the recall was made.
  `create table recall_orders (
    recall_id uuid not null references recalls on delete cascade,
    order_id uuid not null references orders on delete cascade,
    certainty text not null check (certainty in ('recorded', 'possible')),
    -- When a mail was queued for its customer; the mail's text stands at one of a customer's orders.
    mailed_at timestamptz,
    subject text,
    message text,
    answered boolean not null default false,
    primary key (recall_id, order_id)
  )`,
  'create index recall_orders_by_order on recall_orders (order_id)',
  // Proposed while the order is pending, recorded once it is delivered.
  `create table order_line_lots (
    order_id uuid not null references orders on delete cascade,
    product_id uuid not null references products on delete cascade,
    lot_id uuid not null references lots on delete cascade,
    units integer not null check (units > 0),
    primary key (order_id, product_id, lot_id)
  )`,
  'create index order_line_lots_by_lot on order_line_lots (lot_id)',

  `create table receipts (
    id uuid primary key default uuid_v7(),
    number integer generated always as identity,
    supplier text not null,
    document text not null,
    actor_id uuid not null,
    actor_name text not null,
    idempotency_key text,
    search text not null generated always as (fold(supplier || ' ' || document || ' ' || number)) stored,
    created_at timestamptz not null default now(),
    undone_at timestamptz
  )`,
  'create unique index receipts_by_key on receipts (actor_id, idempotency_key) where idempotency_key is not null',
  `create table receipt_lines (
    receipt_id uuid not null references receipts on delete cascade,
    position integer not null,
    product_id uuid not null references products on delete cascade,
    -- Null for units without a lot.
    lot_id uuid references lots on delete cascade,
    units integer not null check (units > 0),
    primary key (receipt_id, position)
  )`,
  'create index receipt_lines_by_product on receipt_lines (product_id)',
  'create index receipt_lines_by_lot on receipt_lines (lot_id)',
]
