import { sql } from 'kysely'
import { possibleNames, readNames } from '#domain/name-list.ts'
import type { Db } from '../../database/schema.ts'

type Named = 'categories' | 'suppliers'

/**
 * The categories or suppliers that a comma list names, ignoring case and accents (docs/product.md#names). Unknown names are left
 * out.
 *
 * @returns their ids
 */
export async function findNamed(database: Db, table: Named, list: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; id: string }>`
    select requested.name, found.id from unnest(${possibleNames(list)}::text[]) requested (name)
    join ${sql.table(table)} found on found.name_key = fold(requested.name)`.execute(database)
  const ids = new Map(rows.map(({ name, id }) => [name, id]))
  return [...new Set(readNames(list, (name) => ids.has(name)).map((name) => ids.get(name)!))]
}
