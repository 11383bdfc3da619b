import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { SYNONYM_WORDS } from './search-terms.ts'
import { THERAPY_WORDS } from './therapy-words.ts'

/** A word of a search with which no word of the catalogue begins. */
export type UnknownWord = {
  word: string
  /** The last word of the search, which may not be finished yet. */
  last: boolean
  /** Words of the catalogue that have it inside. */
  inside: string[]
  /** Words of the catalogue that look like it. */
  similar: string[]
}

/** Words of so many letters are corrected, and found inside words. */
const MIN_LETTERS = 4
/** Words of the catalogue that are read for one unknown word. */
const MAX_INSIDE = 20
const MAX_SIMILAR = 200

/** The words of a search that may be a slip, or a part of a word. */
export async function findUnknownWords(database: Db, words: string[]): Promise<UnknownWord[]> {
  const unsure = words.filter(
    (word) =>
      word.length >= MIN_LETTERS &&
      !/[^a-z]/.test(word) &&
      !SYNONYM_WORDS.has(word) &&
      !THERAPY_WORDS.has(word),
  )
  if (unsure.length === 0) return []
  // An unfinished word isn't similar enough to the whole one: the words with the same first letters are compared, too.
  const { rows } = await sql<UnknownWord>`
    select typed.word, typed.last,
      array(
        select word from search_words where strpos(word, typed.word) > 0 order by word limit ${sql.lit(MAX_INSIDE)}
      ) as inside,
      array(
        (select word from search_words where word % typed.word
          order by similarity(word, typed.word) desc limit ${sql.lit(MAX_SIMILAR)})
        union
        (select word from search_words where typed.last and starts_with(word, left(typed.word, 2))
          order by similarity(left(word, length(typed.word)), typed.word) desc limit ${sql.lit(MAX_SIMILAR)})
      ) as similar
    from (select distinct word, word = ${words.at(-1)} as last from unnest(${unsure}::text[]) word) typed
    where not exists (select from search_words where search_words.word >= typed.word and search_words.word < typed.word || '~')
      and not exists (select from categories where strpos(' ' || name_key, ' ' || typed.word) > 0)`.execute(
    database,
  )
  return rows
}
