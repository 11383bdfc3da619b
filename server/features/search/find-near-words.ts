import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { firstLettersLike } from './correct-word.ts'
import { type Brand, brandNamed } from './find-brand.ts'
import { SYNONYM_WORDS } from './search-terms.ts'
import { THERAPY_WORDS } from './therapy-words.ts'

/** A searched word that begins no word of the catalogue. */
export type UnknownWord = {
  word: string
  /** Whether the word is the search's last, which may not be finished yet. */
  last: boolean
  /** Words of the catalogue that contain it. */
  inside: string[]
  /** Words of the catalogue, and names of ingredients and brands, that are spelled similarly. */
  similar: string[]
}

export type NearWords = { brand: Brand | null; unknown: UnknownWord[] }

/** The minimum length of a word to correct, or to find inside other words. */
const MIN_LETTERS = 4
/** The most words of the catalogue to read per unknown word. */
const MAX_INSIDE = 20
const MAX_SIMILAR = 200

/** Finds the brand that a search names, and its words that may be misspelled or a part of a word. */
export async function findNearWords(database: Db, search: string, words: string[]): Promise<NearWords> {
  const { rows } = await sql<NearWords>`
    select ${brandNamed(search)} as brand, ${unknownWords(words)} as unknown`.execute(database)
  return rows[0]!
}

/** A query for the {@link UnknownWord}s of a search, as JSON. */
function unknownWords(words: string[]): RawBuilder<UnknownWord[]> {
  const unsure = [...new Set(words)].filter(
    (word) =>
      word.length >= MIN_LETTERS &&
      !/[^a-z]/.test(word) &&
      !SYNONYM_WORDS.has(word) &&
      !THERAPY_WORDS.has(word),
  )
  if (unsure.length === 0) return sql`'[]'::json`
  const typed = unsure.map((word) => ({
    word,
    last: word === words.at(-1),
    letters: [...firstLettersLike(word)],
  }))
  // The first letters also make PostgreSQL use the index of likeness. Words with the same first letters are compared too: an unfinished word
  // isn't similar enough to the whole one.
  return sql`(
    select coalesce(json_agg(found), '[]') from (
      select typed.word, typed.last,
        array(
          select word from search_words where word like '%' || typed.word || '%' order by word limit ${sql.lit(MAX_INSIDE)}
        ) as inside,
        array(
          (select name as word from ingredient_names
            where name % typed.word and left(name, 1) = any (typed.letters) and name !~ '[^a-z]')
          union
          (select word from search_words where word % typed.word and left(word, 1) = any (typed.letters)
            order by similarity(word, typed.word) desc limit ${sql.lit(MAX_SIMILAR)})
          union
          (select word from search_words where typed.last and word >= left(typed.word, 2) and word < left(typed.word, 2) || '~'
            order by similarity(left(word, length(typed.word)), typed.word) desc limit ${sql.lit(MAX_SIMILAR)})
        ) as similar
      from jsonb_to_recordset(${JSON.stringify(typed)}::jsonb) typed (word text, last boolean, letters text[])
      where not exists (select from search_words where search_words.word >= typed.word and search_words.word < typed.word || '~')
        and (select true from ingredient_names where name = typed.word) is null
        and not exists (select from categories where strpos(' ' || name_key, ' ' || typed.word) > 0)
    ) found)`
}
