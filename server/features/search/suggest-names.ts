import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { SHOWN } from '../categories-and-suppliers/list-names.ts'
import { searchText } from './search-text.ts'

const SUGGESTED = 4
/** The most names to sort by their number of products. */
const MAX_COMPARED_NAMES = 40

const KEYS = { categories: sql`category_id`, suppliers: sql`supplier_id` }

/**
 * Suggests active categories and laboratories with products in which each typed word begins a word. Names that begin with the search come
 * first, then names with most products.
 */
export async function suggestNames(
  database: Db,
  text: string,
): Promise<{ categories: string[]; laboratories: string[] }> {
  const words = searchText(text).split(' ').filter(Boolean)
  if (words.length === 0) return { categories: [], laboratories: [] }
  const { rows } = await sql<{ categories: string[]; laboratories: string[] }>`
    select ${namesWith(words, 'categories')} as categories, ${namesWith(words, 'suppliers')} as laboratories`.execute(
    database,
  )
  return rows[0]!
}

function namesWith(words: string[], list: keyof typeof KEYS) {
  const text = sql`translate(name_key, '-/.,()', '      ')`
  const begins = words.map((word) => sql`strpos(' ' || ${text}, ${` ${word}`}) > 0`)
  return sql`array(
    select name from (
      select id, name, name_key, starts_with(${text}, ${words.join(' ')}) as first from ${sql.table(list)}
      where ${SHOWN[list]} and ${sql.join(begins, sql` and `)}
      order by first desc, name_key limit ${sql.lit(MAX_COMPARED_NAMES)}) named,
    lateral (select count(*) as products from products where ${KEYS[list]} = named.id and retired_at is null) counted
    where products > 0 order by first desc, products desc, name_key limit ${sql.lit(SUGGESTED)})`
}
