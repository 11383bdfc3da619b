import { type Kysely, sql } from 'kysely'

/** Disabled accounts, and the removal of people's images and login records. An older version can work with these tables. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  // Null while the account is enabled.
  'alter table users add column disabled_at timestamptz',

  // Images that no row names any more and whose files are still to be removed.
  `create table image_removals (
    kind text not null,
    name text not null,
    queued_at timestamptz not null default clock_timestamp(),
    primary key (kind, name)
  )`,

  // For the hourly deletion of old login records, whose rows lie together.
  'create index user_activity_by_time on user_activity using brin (created_at)',
]
