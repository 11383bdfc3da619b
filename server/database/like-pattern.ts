import { type RawBuilder, sql } from 'kysely'

/** A LIKE pattern that finds the text anywhere in a value. Wildcards in the text match themselves. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * A condition: a column of folded text contains the text, ignoring case and accents. As a subquery, the pattern is folded once;
 * as a mere expression of a parameter it would be folded for each row that is looked at.
 */
export function containsText(column: string, text: string): RawBuilder<unknown> {
  const pattern = sql`(select fold(${likePattern(text)}))`
  // An index of trigrams would read all that it has for one or two letters; it doesn't know this expression.
  return text.length < 3
    ? sql`${sql.ref(column)} || '' like ${pattern}`
    : sql`${sql.ref(column)} like ${pattern}`
}
