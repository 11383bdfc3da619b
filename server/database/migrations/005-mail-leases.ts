import { type Kysely, sql } from 'kysely'

/**
 * A worker leases a mail before it sends it, so that no transaction stays open meanwhile: `due_at` moves to the end of the
 * lease, and `lease` says whose it is. Urgent mails are sent before all others.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `alter table mails
    add column lease uuid,
    add column urgent boolean not null generated always as (message->>'kind' = 'recovery') stored`,
  'drop index mails_due',
  'create index mails_due on mails (urgent, due_at) where due_at is not null',
]
