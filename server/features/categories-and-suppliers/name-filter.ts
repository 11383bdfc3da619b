import { type RawBuilder, sql } from 'kysely'
import { possibleNames, readNames } from '#domain/name-list.ts'
import type { Db } from '../../database/schema.ts'

type Named = 'categories' | 'suppliers'

/**
 * The id of the category or supplier with a name, ignoring case and accents: its own name, or one that was merged into it. A subquery folds
 * the name once, not for each row.
 */
export const idOfName = (table: Named, name: RawBuilder<unknown> | string): RawBuilder<unknown> => sql`(
  select id from ${sql.table(table)} where name_key = (select fold(${name}))
  union all
  select ${MERGED_INTO[table]} from merged_names
  where name_key = (select fold(${name})) and ${MERGED_INTO[table]} is not null
  limit 1)`

const MERGED_INTO = { categories: sql`category_id`, suppliers: sql`supplier_id` }

/**
 * The categories or suppliers that a comma list names, ignoring case and accents. Unknown names are left
 * out.
 *
 * @returns their ids
 */
export async function findNamed(database: Db, table: Named, list: string): Promise<string[]> {
  const names = possibleNames(list)
  const { rows } = await sql<{ name: string; id: string }>`
    select requested.name, found.id
    from unnest(${names}::text[]) requested (name)
    join ${sql.table(table)} found on found.id = ${idOfName(table, sql`requested.name`)}`.execute(database)
  const ids = new Map(rows.map(({ name, id }) => [name, id]))
  return [...new Set(readNames(list, (name) => ids.has(name)).map((name) => ids.get(name)!))]
}
