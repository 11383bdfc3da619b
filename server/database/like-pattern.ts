import type { RawBuilder } from 'kysely'
import { sql } from './sql.ts'

/** A LIKE pattern that finds the text anywhere in a value. Wildcards in the text match themselves. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * A condition: a column of folded text contains the text, ignoring case and accents. As a subquery, the pattern is folded once;
 * as a mere expression of a parameter it would be folded for each row that is looked at.
 *
 * The trigram index reads all that it has of a pattern, and a name that many rows have takes longest: of a text with a number only the
 * number is looked up, and what has it is compared with the whole text.
 */
export function containsText(column: string, text: string): RawBuilder<unknown> {
  const value = sql.ref(column)
  const pattern = (part: string) => sql`(select fold(${likePattern(part)}))`
  const number = longestNumber(text)
  if (number === undefined || number === text) return sql`${value} like ${pattern(text)}`
  // An index knows the column, but not this expression.
  return sql`(${value} like ${pattern(number)} and ${value} || '' like ${pattern(text)})`
}

/** The longest number of a text, of three digits or more, with the spaces around it, which the index knows too. */
const longestNumber = (text: string): string | undefined =>
  text.match(/ ?[0-9]{3,} ?/g)?.reduce((longest, other) => (other.length > longest.length ? other : longest))
