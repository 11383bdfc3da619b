/**
 * The queue of mails. The transaction that causes a mail writes its row, so that both are committed or neither. The primary key `cause`
 * prevents a second mail of the same cause.
 */
export const mails = [
  `create table mails (
    cause text primary key,
    -- A MailJob (server/mail/queue-mail.ts).
    message jsonb not null,
    attempts integer not null default 0,
    -- The next attempt, or the end of the lease while a server is sending it; null once it was sent or given up.
    due_at timestamptz default now(),
    sent_at timestamptz,
    last_error text not null default '',
    queued_at timestamptz not null default now(),
    -- The lease of the server that is sending the mail, so that no transaction stays open meanwhile.
    lease uuid,
    -- Sent before all others.
    urgent boolean not null generated always as (message->>'kind' = 'recovery') stored
  )`,
  'create index mails_due on mails (urgent, due_at) where due_at is not null',
  // An index for the metric of mails that were given up.
  'create index mails_given_up on mails (queued_at) where due_at is null and sent_at is null',
]
