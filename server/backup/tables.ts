import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'

/** A table with the columns that are written down; those that the database computes are computed again. */
export type Table = { name: string; columns: string[] }

/**
 * Not in a backup: the migrations bring their own rows, and what lets people in should not come back to life. They log in
 * again, and ask for another link.
 */
const LEFT_OUT = ['kysely_migration', 'kysely_migration_lock', 'sessions', 'password_resets', 'rate_limits']

/** The tables there are, each after those that it refers to. Read from the database, so that none can be forgotten. */
export async function readTables(database: Db): Promise<Table[]> {
  const { rows } = await sql<Table & { parents: string[] }>`
    select c.relname::text as name,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(json_agg(p.relname), '[]') from pg_constraint f join pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and not exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`.execute(database)
  let waiting = rows.filter(({ name }) => !LEFT_OUT.includes(name))
  const ordered: Table[] = []
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const ready = waiting.filter(({ parents }) => !parents.some((parent) => names.has(parent)))
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...names].join(', ')}`)
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })))
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return ordered
}

/** A number that counts up by itself: where it is, and whether that number is taken. */
export type Sequence = { table: string; column: string; value: number; called: boolean }

export async function readSequences(database: Db, tables: Table[]): Promise<Sequence[]> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select c.relname::text as table, a.attname::text as column,
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relname = any(${tables.map(({ name }) => name)})
      and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`.execute(database)
  return Promise.all(
    rows.map(async ({ sequence, ...place }) => {
      const state = await sql<{ value: number; called: boolean }>`
        select last_value as value, is_called as called from ${sql.raw(sequence)}`.execute(database)
      return { ...place, ...state.rows[0]! }
    }),
  )
}

export const setSequence = (database: Db, { table, column, value, called }: Sequence) =>
  sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${value}, ${called})`.execute(
    database,
  )

/** The migrations that a database has been through; none in a new one. */
export async function readMigrations(database: Db): Promise<string[]> {
  const there = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(database)
  if (!there.rows[0]!.there) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  )
  return rows.map(({ name }) => name)
}
