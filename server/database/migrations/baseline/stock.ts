/** Movements of each product's stock, alerts for sold-out products, and quantities to order. */
export const stock = [
  // Only the product is a foreign key: movements outlive their import.
  `create table stock_movements (
    id bigint generated always as identity primary key,
    product_id uuid not null references products on delete cascade,
    cause text not null,
    reference uuid,
    actor_id uuid,
    change integer not null,
    balance integer not null check (balance >= 0),
    created_at timestamptz not null default now(),
    -- Null for the stock without a lot. No foreign key: movements outlive a lot.
    lot_id uuid,
    constraint stock_movements_cause_check check (cause in
      ('opening', 'sale', 'cancellation', 'reopening', 'form', 'count', 'arrival', 'connection', 'import', 'undo', 'other',
       'receipt', 'receipt-undo', 'lots', 'order-lots', 'write-off', 'recall', 'recall-lift')),
    -- A recall sets units aside without a change of the stock.
    constraint stock_movements_change_check check (change <> 0 or cause in ('recall', 'recall-lift'))
  )`,
  'create index stock_movements_by_product on stock_movements (product_id, id desc)',
  'create index stock_movements_by_lot on stock_movements (lot_id) where lot_id is not null',
  // Movements are stored in the order of their time.
  'create index stock_movements_by_day on stock_movements using brin (created_at)',

  `create table stock_alerts (
    id uuid primary key default uuid_v7(),
    product_id uuid not null references products on delete cascade,
    email text not null check (email = lower(email)),
    -- The account that asked, if its own address was given.
    user_id uuid references users on delete cascade,
    created_at timestamptz not null default now(),
    -- When its mail was queued; null while it waits.
    told_at timestamptz
  )`,
  'create unique index stock_alerts_waiting on stock_alerts (product_id, email) where told_at is null',
  'create index stock_alerts_by_email on stock_alerts (email)',
  'create index stock_alerts_by_user on stock_alerts (user_id) where user_id is not null',

  // The quantities to order that people have typed.
  `create table purchase_quantities (
    product_id uuid primary key references products on delete cascade,
    quantity integer not null check (quantity >= 0)
  )`,
]
