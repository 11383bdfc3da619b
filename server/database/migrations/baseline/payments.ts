/** Bank statements, the transfers in them, and the orders that they pay (docs/payments.md#reading-a-statement). */
export const payments = [
  `create table bank_statements (
    id uuid primary key default uuid_v7(),
    bank text,
    account text not null,
    file_name text not null,
    actor_id uuid references users on delete set null,
    actor_name text not null,
    first_day date,
    last_day date,
    credits integer not null,
    repeated integer not null,
    gaps jsonb not null,
    refused jsonb not null,
    created_at timestamptz not null default clock_timestamp()
  )`,
  'create index bank_statements_by_actor on bank_statements (actor_id) where actor_id is not null',

  // A transfer received. The digest of account, day, amount, document and description outlives their erasure, so that a statement that is
  // sent again doesn't bring them back; the occurrence tells equal transfers of a day apart.
  `create table payments (
    id uuid primary key default uuid_v7(),
    statement_id uuid references bank_statements on delete set null,
    digest bytea not null,
    occurrence integer not null,
    paid_on date not null,
    amount integer not null check (amount > 0),
    document text not null,
    description text not null,
    state text not null check (state in ('sure', 'proposed', 'unknown', 'matched', 'aside')),
    -- Of an undecided transfer, the orders that it may pay, best first.
    offers jsonb not null default '[]',
    search text not null generated always as (fold(description || ' ' || document || ' ' || amount::text)) stored,
    created_at timestamptz not null default clock_timestamp(),
    unique (digest, occurrence)
  )`,
  'create index payments_by_day on payments (paid_on, id)',
  'create index payments_by_state on payments (state, paid_on, id)',
  // The orders that an undecided transfer may pay.
  `create index payments_by_offered_order on payments using gin (jsonb_path_query_array(offers, '$[*].orders[*]'))
    where state in ('sure', 'proposed')`,
  'create index payments_by_statement on payments (statement_id, state, paid_on, id)',

  // The part of a transfer that pays an order, in pesos.
  `create table payment_matches (
    payment_id uuid not null references payments on delete cascade,
    order_id uuid not null references orders on delete cascade,
    position integer not null,
    amount integer not null check (amount > 0),
    due integer not null,
    reasons jsonb not null default '[]',
    matched_at timestamptz not null default clock_timestamp(),
    actor_id uuid references users on delete set null,
    primary key (payment_id, order_id)
  )`,
  'create index payment_matches_by_order on payment_matches (order_id)',
  'create index payment_matches_by_actor on payment_matches (actor_id) where actor_id is not null',

  // A digest of the unpaid orders that the undecided transfers were last compared with; one row.
  `create table payment_comparisons (
    id integer primary key default 1 check (id = 1),
    compared_with text not null
  )`,

  // Cancelled orders that were paid, and when their money was given back.
  `create table payment_returns (
    order_id uuid primary key references orders on delete cascade,
    returned_at timestamptz not null default clock_timestamp(),
    actor_id uuid references users on delete set null
  )`,
  'create index payment_returns_by_actor on payment_returns (actor_id) where actor_id is not null',
]
