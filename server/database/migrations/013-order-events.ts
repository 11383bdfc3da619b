import { type Kysely, sql } from 'kysely'

/**
 * What happened to orders, and reminders of them (docs/product.md#order-timeline). Nothing is filled in: an order's beginning is
 * its `created_at`, and what happened before this table existed has no known time.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/** Orders that the version before changes lack events, and the timeline shows their status without a time. */
export const compatible = true

const statements = [
  // The actor is a member of the staff; null for the customer and for the shop itself.
  `create table order_events (
    order_id uuid not null references orders on delete cascade,
    happened_at timestamptz not null default clock_timestamp(),
    kind text not null,
    actor_id uuid references users on delete set null,
    primary key (order_id, happened_at, kind)
  )`,
  'create index order_events_by_actor on order_events (actor_id) where actor_id is not null',

  // Deleted by the transaction that queues the mail, so that there is one mail of each.
  `create table order_reminders (
    order_id uuid primary key references orders on delete cascade,
    due_at timestamptz not null
  )`,
  'create index order_reminders_by_time on order_reminders (due_at)',

  // The links in mails of reminders, which cancel the account's further ones. Each mail has its own.
  `create table reminder_links (
    token_hash bytea primary key,
    user_id uuid not null references users on delete cascade,
    expires_at timestamptz not null
  )`,
  'create index reminder_links_by_user on reminder_links (user_id)',
]
