import { type Kysely, sql } from 'kysely'

/**
 * The queue of mails. A row is written by the transaction that causes the mail, so that both are committed or neither.
 * The primary key `cause` prevents a second mail of the same cause.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create table mails (
    cause text primary key,
    message jsonb not null,
    attempts integer not null default 0,
    -- When it is tried next; null once it went out or was given up.
    due_at timestamptz default now(),
    sent_at timestamptz,
    last_error text not null default '',
    queued_at timestamptz not null default now()
  )`,
  'create index mails_due on mails (due_at) where due_at is not null',
]
