import { type RawBuilder, sql } from 'kysely'

/** A LIKE pattern that finds the text anywhere in a value. Wildcards in the text match themselves. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** A condition: a column of folded text contains the text, ignoring case and accents. */
export const containsText = (column: string, text: string): RawBuilder<unknown> =>
  sql`${sql.ref(column)} like fold(${likePattern(text)})`
