import { type Kysely, sql } from 'kysely'

/** The version before this migration asks no account for a code; the moment of a session's code may be null. */
export const compatible = true

/** The second factor of staff (docs/product.md#second-factor). */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database)
}

const STATEMENTS = [
  `create table second_factors (
    user_id uuid primary key references users on delete cascade,
    -- The authenticator app has the same secret: to check a code, the server needs it as it is.
    secret bytea not null,
    started_at timestamptz not null default now(),
    -- Null until a first code is confirmed.
    confirmed_at timestamptz,
    -- The period of 30 s whose code was used last: it and earlier ones aren't taken any more.
    last_period bigint not null default 0
  )`,
  `create table recovery_codes (
    user_id uuid not null references second_factors on delete cascade,
    code_hash bytea not null,
    primary key (user_id, code_hash)
  )`,
  // Tickets of logins with the right password, which a code turns into sessions.
  `create table login_tickets (
    token_hash bytea primary key,
    user_id uuid not null references users on delete cascade,
    expires_at timestamptz not null
  )`,
  'create index login_tickets_by_user on login_tickets (user_id)',
  // Browsers whose logins need no code.
  `create table remembered_devices (
    token_hash bytea primary key,
    user_id uuid not null references users on delete cascade,
    expires_at timestamptz not null
  )`,
  'create index remembered_devices_by_user on remembered_devices (user_id)',
  // Roles that need a second factor, for logins since then.
  `create table second_factor_roles (
    role text primary key check (role in ('Administrador', 'Marketing')),
    since timestamptz not null default now()
  )`,
  // When the session's user last gave a code.
  'alter table sessions add column code_at timestamptz',
]
