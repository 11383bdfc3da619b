import type { RawBuilder } from 'kysely'
import { possibleNames, readNames } from '#domain/name-list.ts'
import { fold } from '#domain/text.ts'
import type { Db } from '../../database/schema.ts'
import { sql } from '../../database/sql.ts'

type Named = 'categories' | 'suppliers'

/** Letters that both fold() functions fold in the same way, where nothing but ASCII is left. */
const LATIN = /^[ -~À-ſ]*$/
const ASCII = /^[ -~]*$/

/** The `name_key` of a name; undefined where SQL's fold() may fold it in another way. */
function keyOf(name: string): string | undefined {
  const key = fold(name)
  return LATIN.test(name) && ASCII.test(key) ? key : undefined
}

/** The `name_key` of a name, for a statement. SQL's fold() takes as long as a short page, so that it folds unusual letters only. */
export function nameKey(name: string): RawBuilder<unknown> {
  const key = keyOf(name)
  return key === undefined ? sql`fold(${name})` : sql`${key}`
}

/**
 * The categories or suppliers that a comma list names, ignoring case and accents (docs/product.md#names). Unknown names are left
 * out.
 *
 * @returns their ids
 */
export async function findNamed(database: Db, table: Named, list: string): Promise<string[]> {
  const names = possibleNames(list)
  const { rows } = await sql<{ name: string; id: string }>`
    select requested.name, found.id
    from unnest(${names}::text[], ${names.map((name) => keyOf(name) ?? null)}::text[]) requested (name, key)
    join ${sql.table(table)} found on found.name_key = coalesce(requested.key, fold(requested.name))`.execute(
    database,
  )
  const ids = new Map(rows.map(({ name, id }) => [name, id]))
  return [...new Set(readNames(list, (name) => ids.has(name)).map((name) => ids.get(name)!))]
}
