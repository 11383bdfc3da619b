import { type Kysely, sql } from 'kysely'

/**
 * One table for the tokens of mails and cookies (server/http/tokens.ts). Not compatible: the version before reads and revokes tokens in
 * the tables that are dropped here.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database)
}

// Tables that backups leave out aren't in a database that the baseline made.
const moveUserTokens = (purpose: string, table: string) =>
  `do $$ begin
    if to_regclass('${table}') is not null then
      insert into tokens (purpose, token_hash, user_id, expires_at)
        select '${purpose}', token_hash, user_id, expires_at from ${table} where expires_at > now();
    end if;
  end $$`

const STATEMENTS = [
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
  moveUserTokens('password-reset', 'password_resets'),
  moveUserTokens('login-ticket', 'login_tickets'),
  moveUserTokens('remembered-device', 'remembered_devices'),
  moveUserTokens('known-device', 'known_devices'),
  moveUserTokens('stop-reminders', 'reminder_links'),
  `insert into tokens (purpose, token_hash, alert_id, expires_at)
    select 'stop-alerts', token_hash, id, coalesce(told_at, now()) + interval '30 days'
    from stock_alerts where token_hash is not null`,
  'drop table if exists password_resets, login_tickets, remembered_devices, known_devices, reminder_links',
  'alter table stock_alerts drop column token_hash',
]
