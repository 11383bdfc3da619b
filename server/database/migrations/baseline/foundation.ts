/** The foundation of all tables: extensions, ids, folded text, maintained counts, rate limits, image removals. */
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

  // Maintained counts of the long lists. Each connection adds to its own slot, so that parallel orders don't wait for one
  // counter; the sum over the slots is the count.
  `create table row_counts (
    name text not null,
    slot integer not null,
    rows bigint not null,
    primary key (name, slot)
  )`,
  `create function add_to_row_count(counted text, change bigint) returns void language sql as $$
    insert into row_counts values (counted, pg_backend_pid() % 64, change)
      on conflict (name, slot) do update set rows = row_counts.rows + excluded.rows
  $$`,
  `create function keep_row_count() returns trigger language plpgsql as $$
    begin
      perform add_to_row_count(tg_table_name, (case tg_op when 'INSERT' then 1 else -1 end) * (select count(*) from changed));
      return null;
    end $$`,

  // Attempts in a window (docs/product.md#limits). A crash may lose them, so they need no write-ahead log.
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
]

/** Triggers that maintain the number of a table's rows in `row_counts`. */
export const keepCount = (table: string, keeper = 'keep_row_count') => [
  `create trigger keep_count_of_new after insert on ${table} referencing new table as changed
    for each statement execute function ${keeper}()`,
  `create trigger keep_count_of_gone after delete on ${table} referencing old table as changed
    for each statement execute function ${keeper}()`,
]
