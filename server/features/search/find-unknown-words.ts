import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { SYNONYM_WORDS } from './search-terms.ts'
import { THERAPY_WORDS } from './therapy-words.ts'

/** A searched word that begins no word of the catalogue. */
export type UnknownWord = {
  word: string
  /** Whether the word is the search's last, which may not be finished yet. */
  last: boolean
  /** Words of the catalogue that contain it. */
  inside: string[]
  /** Words of the catalogue that are spelled similarly. */
  similar: string[]
}

/** The minimum length of a word to correct, or to find inside other words. */
const MIN_LETTERS = 4
/** The most words of the catalogue to read per unknown word. */
const MAX_INSIDE = 20
const MAX_SIMILAR = 200

/** Finds the words of a search that may be misspelled or a part of a word. */
export async function findUnknownWords(database: Db, words: string[]): Promise<UnknownWord[]> {
  const unsure = words.filter(
    (word) =>
      word.length >= MIN_LETTERS &&
      !/[^a-z]/.test(word) &&
      !SYNONYM_WORDS.has(word) &&
      !THERAPY_WORDS.has(word),
  )
  if (unsure.length === 0) return []
  // Words with the same first letters are compared too: an unfinished word isn't similar enough to the whole one.
  const { rows } = await sql<UnknownWord>`
    select typed.word, typed.last,
      array(
        select word from search_words where strpos(word, typed.word) > 0 order by word limit ${sql.lit(MAX_INSIDE)}
      ) as inside,
      array(
        (select name as word from ingredient_names where name % typed.word and name ~ '^[a-z]+$')
        union
        (select word from search_words where word % typed.word
          order by similarity(word, typed.word) desc limit ${sql.lit(MAX_SIMILAR)})
        union
        (select word from search_words where typed.last and starts_with(word, left(typed.word, 2))
          order by similarity(left(word, length(typed.word)), typed.word) desc limit ${sql.lit(MAX_SIMILAR)})
      ) as similar
    from (select distinct word, word = ${words.at(-1)} as last from unnest(${unsure}::text[]) word) typed
    where not exists (select from search_words where search_words.word >= typed.word and search_words.word < typed.word || '~')
      and not exists (select from ingredient_names where name = typed.word)
      and not exists (select from categories where strpos(' ' || name_key, ' ' || typed.word) > 0)`.execute(
    database,
  )
  return rows
}
