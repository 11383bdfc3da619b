/** Form requests, and the answers mailed to them. */
export const requests = [
  `create table form_requests (
    id uuid primary key default uuid_v7(),
    type_form text not null check (type_form in ('contact', 'prescription-book')),
    fullname text not null,
    email text not null,
    phone text not null default '',
    product text not null default '',
    message text not null,
    photo text not null default '',
    search text not null generated always as (fold(fullname || ' ' || product)) stored,
    created_at timestamptz not null default now(),
    -- Null while nobody has answered.
    answered_at timestamptz,
    -- Who marked it, or sent the first answer.
    answered_by uuid references users on delete set null
  )`,
  'create index form_requests_by_search on form_requests using gin (search gin_trgm_ops)',
  "create index form_requests_by_photo on form_requests (photo) where photo <> ''",
  'create index form_requests_unanswered on form_requests (id) where answered_at is null',
  // An index for the deletion of accounts.
  'create index form_requests_by_answerer on form_requests (answered_by) where answered_by is not null',

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
]
