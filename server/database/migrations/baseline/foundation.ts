/** The foundation of all tables: extensions, ids, folded text, rate limits, image removals, the state of backups. */
export const foundation = [
  'create extension if not exists unaccent',
  'create extension if not exists pg_trgm',

  // A uuidv7() for PostgreSQL 15 to 17: 48 bits of milliseconds, the version, 12 bits of the millisecond's fraction, so that ids sort by
  // time of creation, then random bits.
  `create function uuid_v7() returns uuid language sql volatile parallel safe as $$
    select encode(
      set_byte(set_byte(
        overlay(uuid_send(gen_random_uuid()) placing substring(int8send(micros / 1000) from 3) from 1 for 6),
        6, (112 | (micros % 1000 * 4096 / 1000 >> 8))::int),
        7, (micros % 1000 * 4096 / 1000 & 255)::int),
      'hex')::uuid
    from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) as now
  $$`,

  // Folds text like fold() of domain/text.ts. unaccent() alone is only stable, since its dictionary could change.
  `create function fold(value text) returns text language sql immutable strict parallel safe as $$
    select trim(regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, value)), '\\s+', ' ', 'g'))
  $$`,

  // Attempts in a window (docs/people-and-access.md#passwords-and-limits). A crash may lose them, so they need no write-ahead log.
  `create unlogged table rate_limits (
    key text primary key,
    attempts integer not null,
    resets_at timestamptz not null
  )`,

  // Images that no row names any more, and whose files must still be removed.
  `create table image_removals (
    kind text not null,
    name text not null,
    queued_at timestamptz not null default clock_timestamp(),
    primary key (kind, name)
  )`,

  // The result of the last backup that the shop made by itself; every server reports it.
  `create table backup_state (
    id boolean primary key default true check (id),
    on_since timestamptz not null default now(),
    tried_at timestamptz,
    attempt text not null default '',
    made_at timestamptz,
    name text not null default '',
    proved boolean not null default false,
    error text not null default '',
    scratch text not null default '',
    -- Whether the bucket has the backups; null without a bucket.
    uploaded boolean,
    -- Whether the last finished attempt wrote none, which a later attempt under way doesn't change.
    failed boolean not null default false
  )`,
]
