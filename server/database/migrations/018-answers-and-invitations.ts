import { type Kysely, sql } from 'kysely'

/**
 * Answered form requests and the answers mailed to them, invitations of staff, and indexes by which the audit is read page by
 * page. Not compatible: an older server would take the new kinds of mails from the queue and not send them.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  // Null while nobody has answered. `answered_by` is who marked it, or sent the first answer.
  `alter table form_requests
    add column if not exists answered_at timestamptz,
    add column if not exists answered_by uuid references users on delete set null`,
  'create index if not exists form_requests_unanswered on form_requests (id desc) where answered_at is null',
  // For the deletion of an account.
  'create index if not exists form_requests_by_answerer on form_requests (answered_by) where answered_by is not null',

  `create table request_answers (
    id uuid primary key default uuid_v7(),
    request_id uuid not null references form_requests on delete cascade,
    author_id uuid references users on delete set null,
    subject text not null,
    message text not null,
    -- A second submit with the same key adds no second answer.
    idempotency_key text,
    -- When the mail was sent, copied from its row in mails when that row expires.
    sent_at timestamptz,
    created_at timestamptz not null default now(),
    unique (request_id, idempotency_key)
  )`,
  'create index request_answers_by_author on request_answers (author_id) where author_id is not null',

  // Since when an invited person hasn't chosen a password; null for everybody else.
  'alter table users add column invited_at timestamptz',

  // Entries are read newest first, between two days: of everybody, of an action, and of a person by action.
  'drop index audit_entries_by_time',
  'drop index audit_entries_by_actor',
  'drop index audit_entries_by_action',
  'create index audit_entries_by_time on audit_entries (created_at, id)',
  'create index audit_entries_by_actor on audit_entries (actor_email, action, created_at, id)',
  'create index audit_entries_by_action on audit_entries (action, created_at, id)',
]
