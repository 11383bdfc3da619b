/** Audit entries (docs/personal-data.md#audit). They have no foreign keys: an entry outlives the account and the row that it is about. */
export const audit = [
  `create table audit_entries (
    id bigint primary key generated always as identity,
    actor_id uuid,
    actor_name text not null,
    actor_email text not null,
    address text not null,
    action text not null,
    subject_kind text not null,
    subject_id text not null,
    subject_label text not null,
    before jsonb,
    after jsonb,
    created_at timestamptz not null default clock_timestamp()
  )`,
  'create index audit_entries_by_subject on audit_entries (subject_id, id)',
  // Entries are read newest first, between two days: all, by action, or by person and action.
  'create index audit_entries_by_time on audit_entries (created_at, id)',
  'create index audit_entries_by_actor on audit_entries (actor_email, action, created_at, id)',
  'create index audit_entries_by_action on audit_entries (action, created_at, id)',

  // The trigger runs per statement, so that truncate is refused too.
  `create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if current_setting('botica.audit_erasure', true) = 'on' then return null; end if;
      raise exception 'audit_entries is append-only' using errcode = 'insufficient_privilege';
    end $$`,
  `create trigger append_only before update or delete or truncate on audit_entries
    for each statement execute function refuse_audit_change()`,
]
