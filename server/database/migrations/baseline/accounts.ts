/** Users with their sessions, links, logins, settings and second factors. */
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

  `create table sessions (
    token_hash bytea primary key,
    user_id uuid not null references users on delete cascade,
    expires_at timestamptz not null,
    created_at timestamptz not null default now(),
    -- When the session's user last gave a code.
    code_at timestamptz
  )`,
  'create index sessions_by_user on sessions (user_id)',
  'create index sessions_by_end on sessions (expires_at)',

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

  // Personal settings of the back office.
  `create table desks (
    user_id uuid primary key references users on delete cascade,
    settings jsonb not null
  )`,

  // The second factor of staff (docs/people-and-access.md#second-factor).
  `create table second_factors (
    user_id uuid primary key references users on delete cascade,
    -- The authenticator app has the same secret: to check a code, the server needs it as it is.
    secret bytea not null,
    started_at timestamptz not null default now(),
    -- Null until a first code is confirmed.
    confirmed_at timestamptz,
    -- The period of 30 s whose code was used last: it and earlier ones aren't taken any more.
    last_period bigint not null default 0
  )`,
  `create table recovery_codes (
    user_id uuid not null references second_factors on delete cascade,
    code_hash bytea not null,
    primary key (user_id, code_hash)
  )`,
  // Roles that need a second factor, for logins since then.
  `create table second_factor_roles (
    role text primary key check (role in ('Administrador', 'Marketing')),
    since timestamptz not null default now()
  )`,
]
