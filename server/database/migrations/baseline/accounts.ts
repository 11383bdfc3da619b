import { keepCount } from './foundation.ts'

/** Users with their sessions, devices, links, logins and settings. */
export const accounts = [
  `create table users (
    id uuid primary key default uuid_v7(),
    role text not null default 'Cliente' check (role in ('Administrador', 'Cliente', 'Marketing')),
    email text not null unique check (email = lower(email)),
    password_hash text not null,
    name text not null,
    lastname text not null default '',
    photo text not null default '',
    rut text not null default '',
    phone text not null default '',
    cellphone text not null default '',
    gender text not null default '' check (gender in ('', 'MASCULINO', 'FEMENINO')),
    birthdate date,
    search text not null generated always as (fold(name || ' ' || lastname)) stored,
    created_at timestamptz not null default now(),
    -- Null while the account is enabled.
    disabled_at timestamptz,
    -- Since when an invited person hasn't chosen a password; null for everybody else.
    invited_at timestamptz
  )`,
  'create index users_by_role on users (role, id desc)',
  'create index users_by_search on users using gin (search gin_trgm_ops)',

  `create function keep_user_counts() returns trigger language plpgsql as $$
    begin
      perform add_to_row_count('users:' || role, (case tg_op when 'INSERT' then 1 else -1 end) * count(*))
        from changed group by role order by role;
      return null;
    end $$`,
  ...keepCount('users', 'keep_user_counts'),
  `create function move_user_count() returns trigger language plpgsql as $$
    begin
      perform add_to_row_count('users:' || old.role, -1);
      perform add_to_row_count('users:' || new.role, 1);
      return null;
    end $$`,
  `create trigger move_count after update of role on users for each row
    when (old.role <> new.role) execute function move_user_count()`,

  `create table sessions (
    token_hash bytea primary key,
    user_id uuid not null references users on delete cascade,
    expires_at timestamptz not null,
    created_at timestamptz not null default now()
  )`,
  'create index sessions_by_user on sessions (user_id)',
  'create index sessions_by_end on sessions (expires_at)',

  // Browsers from which a user has logged in before. A known browser is exempt from the account's limit of failed logins, and gives no
  // access (docs/product.md#limits).
  `create table known_devices (
    token_hash bytea not null,
    user_id uuid not null references users on delete cascade,
    expires_at timestamptz not null,
    primary key (token_hash, user_id)
  )`,
  'create index known_devices_by_user on known_devices (user_id)',
  'create index known_devices_by_end on known_devices (expires_at)',

  `create table password_resets (
    token_hash bytea primary key,
    user_id uuid not null unique references users on delete cascade,
    expires_at timestamptz not null
  )`,

  // The links in reminder mails that cancel the account's further reminders. Each mail has its own link.
  `create table reminder_links (
    token_hash bytea primary key,
    user_id uuid not null references users on delete cascade,
    expires_at timestamptz not null
  )`,
  'create index reminder_links_by_user on reminder_links (user_id)',

  `create table user_activity (
    id uuid primary key default uuid_v7(),
    user_id uuid references users on delete set null,
    name text not null,
    email text not null,
    role text not null,
    search text not null generated always as (fold(name || ' ' || role)) stored,
    created_at timestamptz not null default now()
  )`,
  'create index user_activity_by_user on user_activity (user_id)',
  'create index user_activity_by_search on user_activity using gin (search gin_trgm_ops)',
  // An index for the hourly deletion of old login records, whose rows lie together.
  'create index user_activity_by_time on user_activity using brin (created_at)',
  ...keepCount('user_activity'),

  // Personal settings of the back office.
  `create table desks (
    user_id uuid primary key references users on delete cascade,
    settings jsonb not null
  )`,
]
