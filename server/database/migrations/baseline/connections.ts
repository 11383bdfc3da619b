/** Keys with which other systems call the shop, webhooks, and the queue of their events. */
export const connections = [
  `create table connection_keys (
    id uuid primary key default uuid_v7(),
    name text not null,
    scopes text[] not null,
    -- SHA-256 of the key, which nobody can read again.
    key_hash bytea not null unique,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    expires_at timestamptz,
    revoked_at timestamptz
  )`,
  `create unique index connection_keys_by_name on connection_keys (fold(name)) where revoked_at is null`,
  `create table batch_answers (
    -- A user or a key.
    actor_id uuid not null,
    idempotency_key text not null,
    body_digest bytea not null,
    answer jsonb,
    created_at timestamptz not null default now(),
    primary key (actor_id, idempotency_key)
  )`,
  `create index batch_answers_by_time on batch_answers (created_at)`,

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
]
