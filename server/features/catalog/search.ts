import { type RawBuilder, sql } from 'kysely'
import { likePattern } from '../../database/like-pattern.ts'
import type { Db } from '../../database/schema.ts'
import { correctedWords, searchWords } from './search-words.ts'

/** A search of the shop, as it was understood (docs/product.md#search). */
export type Search = {
  /** A condition on the table `products`. */
  matches: RawBuilder<unknown>
  /** An expression on the table `products`; the lowest value is the best match. Sort by it, then by `sort_key` and `id`. */
  rank: RawBuilder<unknown>
  /** The whole search as it was corrected; absent when it wasn't. */
  corrected?: string
}

/**
 * Reads what somebody typed into the shop's search.
 *
 * @param exact search the words as they are, without correction
 * @returns null when there is nothing to search for: no product is found then
 */
export async function readSearch(
  database: Db,
  text: string,
  { exact = false }: { exact?: boolean },
): Promise<Search | null> {
  const words = searchWords(text)
  if (words.length === 0) return null
  const given = exact
    ? words.map((word) => ({ best: word, patterns: [likePattern(word)] }))
    : (
        await sql<{ best: string; patterns: string[] }>`
          select best, patterns from (${correctedWords(words)}) given order by place`.execute(database)
      ).rows
  const best = given.map((word) => word.best).join(' ')
  const conditions = given.map(({ patterns }) => sql`products.search like any(${patterns}::text[])`)
  return {
    matches: sql`(${sql.join(conditions, sql` and `)})`,
    rank: sql`case
      when products.sort_key = ${best} then 0
      when starts_with(products.sort_key, ${best}) then 1
      when strpos(' ' || products.sort_key, ${` ${best}`}) > 0 then 2
      else 3 end`,
    corrected: best === words.join(' ') ? undefined : best,
  }
}
