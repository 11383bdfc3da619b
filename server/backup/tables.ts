import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'

/** A table with its columns, except those that the database computes. */
export type Table = { name: string; columns: string[] }

/**
 * Tables left out of backups: migrations write their own rows, and a session or link that was revoked since the backup must not become
 * valid again. Devices become known again at the next login. The state of backups is about this machine's files.
 */
const EXCLUDED = [
  'kysely_migration',
  // Of the first versions.
  'kysely_migration_lock',
  'compatible_migrations',
  'sessions',
  'rate_limits',
  'backup_state',
]

/** Of the tokens, a backup has only those for links that stop mails, because people may use such a link long after its mail. */
export const backupSource = (table: string) =>
  table === 'tokens'
    ? sql`(select * from tokens where purpose in ('stop-reminders', 'stop-alerts'))`
    : sql.id(table)

/** Tables that have rows in a new database; a restored backup replaces them. */
export const SEEDED = ['ingredient_conditions', 'ingredient_names']

/**
 * Reads the tables from the database's catalogue, so that no new table is forgotten, in an order in which each table follows the tables
 * that it references.
 */
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
  let remaining = rows.filter(({ name }) => !EXCLUDED.includes(name))
  const ordered: Table[] = []
  while (remaining.length > 0) {
    const names = new Set(remaining.map(({ name }) => name))
    const ready = remaining.filter(({ parents }) => !parents.some((parent) => names.has(parent)))
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...names].join(', ')}`)
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })))
    remaining = remaining.filter((table) => !ready.includes(table))
  }
  return ordered
}

/** The state of an identity column's sequence; `called` says whether `value` is already in use. */
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
