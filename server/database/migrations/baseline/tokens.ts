/** The tokens of mails and cookies (server/http/tokens.ts). */
export const tokens = [
  `create table tokens (
    purpose text not null
      check (purpose in ('password-reset', 'login-ticket', 'remembered-device', 'known-device', 'stop-reminders', 'stop-alerts')),
    token_hash bytea not null,
    -- Whom a token belongs to; it ends with them.
    user_id uuid references users on delete cascade,
    alert_id uuid references stock_alerts on delete cascade,
    subject uuid not null generated always as (coalesce(user_id, alert_id)) stored,
    expires_at timestamptz not null,
    -- Several users of a browser have one token of a known device.
    primary key (token_hash, purpose, subject),
    check ((purpose = 'stop-alerts') = (user_id is null) and (user_id is null) = (alert_id is not null))
  )`,
  // A new token for these purposes replaces the earlier one, also when two are issued at once.
  `create unique index newest_token on tokens (purpose, subject) where purpose in ('password-reset', 'stop-alerts')`,
  'create index tokens_by_user on tokens (user_id) where user_id is not null',
  'create index tokens_by_alert on tokens (alert_id) where alert_id is not null',
  'create index tokens_by_end on tokens (expires_at)',
]
