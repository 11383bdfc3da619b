import { type Kysely, sql } from 'kysely'

/** The version before this migration neither writes the cause nor uses the tables. */
export const compatible = true

/** Keys with which other systems call the shop, and their changes of stock and prices (docs/product.md#connections). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table connection_keys (
    id uuid primary key default uuid_v7(),
    name text not null,
    scopes text[] not null,
    -- SHA-256 of the key, which nobody can read again.
    key_hash bytea not null unique,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    expires_at timestamptz,
    revoked_at timestamptz
  )`.execute(database)
  await sql`create unique index connection_keys_by_name on connection_keys (fold(name)) where revoked_at is null`.execute(
    database,
  )
  await sql`create table batch_answers (
    -- A user or a key.
    actor_id uuid not null,
    idempotency_key text not null,
    body_digest bytea not null,
    answer jsonb,
    created_at timestamptz not null default now(),
    primary key (actor_id, idempotency_key)
  )`.execute(database)
  await sql`create index batch_answers_by_time on batch_answers (created_at)`.execute(database)
  // Not valid: the rows so far have the fewer causes of before, and aren't read again.
  await sql`
    alter table stock_movements drop constraint stock_movements_cause_check,
      add constraint stock_movements_cause_check check (cause in
        ('opening', 'sale', 'cancellation', 'reopening', 'form', 'count', 'arrival', 'connection', 'import', 'undo', 'other')) not valid`.execute(
    database,
  )
}
