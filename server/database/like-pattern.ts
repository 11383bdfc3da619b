import { type RawBuilder, sql } from 'kysely'
import { fold } from '#domain/text.ts'

/** A LIKE pattern that finds the text anywhere in a value. Wildcards in the text match themselves. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The folded words of a search. */
export const wordsOf = (search = '') => fold(search).split(' ').filter(Boolean)

/**
 * The condition that a column of folded text contains the text, ignoring case and accents. In a subquery, the pattern is folded once
 * instead of once per row.
 */
export function containsText(column: string, text: string): RawBuilder<unknown> {
  const pattern = sql`(select fold(${likePattern(text)}))`
  // For one or two letters, a trigram index would read all its entries: `|| ''` keeps PostgreSQL from using it.
  return text.length < 3
    ? sql`${sql.ref(column)} || '' like ${pattern}`
    : sql`${sql.ref(column)} like ${pattern}`
}
