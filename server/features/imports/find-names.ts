import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'

type NameTable = 'categories' | 'suppliers'
type Name = { name: string; key: string; isNew: boolean; isReserved: boolean }

/** Maps a workbook's spelling of a category or supplier to the catalogue's. */
export type Names = ReadonlyMap<string, Name>

/**
 * Finds names, ignoring case and accents (docs/product.md#names). New names that differ only in case or accents get the spelling of the
 * first.
 *
 * @param merged replacement names by name, compared without case and accents
 * @throws RangeError for a merge into a name that is neither known nor written
 */
export async function findNames(
  tx: Tx,
  table: NameTable,
  written: ReadonlySet<string>,
  merged: Record<string, string> = {},
): Promise<Names> {
  const requested = [...written, ...Object.keys(merged), ...Object.values(merged)]
  const { rows } = await sql<{ written: string; key: string; known: string | null }>`
    select requested.name as written, fold(requested.name) as key, found.name as known
    from unnest(${requested}::text[]) with ordinality as requested (name, place)
    left join ${sql.table(table)} found on found.name_key = fold(requested.name)
    order by place`.execute(tx)
  const byKey = new Map<string, Name>()
  const keys = new Map<string, string>()
  for (const { written: name, key, known } of rows) {
    keys.set(name, key)
    // A merge can't create a category; only the workbook can.
    if (known !== null || (written.has(name) && !byKey.has(key)))
      byKey.set(key, { key, name: known ?? name, isNew: known === null, isReserved: key === 'all' })
  }
  const keyOf = (name: string) => keys.get(name) ?? ''
  const targets = new Map(Object.entries(merged).map(([from, to]) => [keyOf(from), keyOf(to)]))
  const missing = Object.values(merged).find((to) => !byKey.has(keyOf(to)))
  if (missing !== undefined) throw new RangeError(missing)
  return new Map([...written].map((name) => [name, byKey.get(followMerges(keyOf(name), targets))!]))
}

/** Follows chains of merges: the target of a merge may itself be merged. */
function followMerges(key: string, targets: ReadonlyMap<string, string>): string {
  const seen = new Set<string>()
  let current = key
  for (let next = targets.get(current); next !== undefined && !seen.has(next); next = targets.get(next)) {
    seen.add(current)
    current = next
  }
  return current
}
