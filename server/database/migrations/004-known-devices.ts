import { type Kysely, sql } from 'kysely'

/**
 * The browsers from which a user has logged in before. They exempt from the account's limit of failed logins and give no
 * access to anything (docs/product.md#limits).
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create table known_devices (
    token_hash bytea not null,
    user_id uuid not null references users on delete cascade,
    expires_at timestamptz not null,
    primary key (token_hash, user_id)
  )`,
  'create index known_devices_by_user on known_devices (user_id)',
  'create index known_devices_by_end on known_devices (expires_at)',
]
