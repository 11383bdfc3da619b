import type { RawBuilder } from 'kysely'
import { sql } from './sql.ts'

/** A LIKE pattern that finds the text anywhere in a value. Wildcards in the text match themselves. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * A condition: a column of folded text contains the text, ignoring case and accents. As a subquery, the pattern is folded once;
 * as a mere expression of a parameter it would be folded for each row that is looked at.
 */
export const containsText = (column: string, text: string): RawBuilder<unknown> =>
  sql`${sql.ref(column)} like (select fold(${likePattern(text)}))`
