import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { correctWord, firstLetters } from './correct-word.ts'
import { searchCondition } from './search-condition.ts'
import { SYNONYM_WORDS, searchTerms, significantWords, type Term } from './search-terms.ts'
import { searchText } from './search-text.ts'

/** A search of the shop, as it was understood (docs/product.md#search). */
export type Search = {
  /** A condition on the table `products`. */
  matches: RawBuilder<unknown>
  /** An expression on the table `products`; the lowest value is the best match. Sort by it, then by `sort_key` and `id`. */
  rank: RawBuilder<unknown>
  /** The whole search as it was corrected; absent when it wasn't. */
  corrected?: string
}

type Options = {
  /** Search the words as they are, without correction. */
  exact?: boolean
  /**
   * Only the first page is wanted. When enough names begin with the search, only these are searched, as they come first in any
   * case; the total isn't all of them then.
   */
  suggest?: boolean
}

/** Words of so many letters are corrected, and found inside words. */
const MIN_LETTERS = 4
const MAX_INSIDE = 20
/** With so many names that begin with a search, filters leave enough of them for a page of suggestions. */
const ENOUGH_NAMES = 100

/**
 * Reads what somebody typed into the shop's search.
 *
 * @returns null when there is nothing to search for: no product is found then
 */
export async function readSearch(
  database: Db,
  text: string,
  { exact = false, suggest = false }: Options,
): Promise<Search | null> {
  const given = searchText(text)
  if (!given) return null
  const terms = searchTerms(given)
  const { codes, names, unknown } = await lookUp(database, { text, given, exact, suggest })
  if (names >= ENOUGH_NAMES) {
    const begins = searchCondition(given, [], codes)
    return { matches: begins.matches, rank: begins.rank }
  }
  if (unknown.length > 0 && !exact) {
    const corrected = await correct(database, text, unknown)
    if (corrected) return corrected
  }
  return searchCondition(
    given,
    terms.map((term) => withInsides(term, unknown)),
    codes,
  )
}

type Unknown = {
  word: string
  last: boolean
  /** Known words that have it inside. */
  inside: string[]
  /** Known words that begin with a letter that sounds like its first one. */
  vocabulary: string[]
}

type LookedUp = { codes: string[]; names: number; unknown: Unknown[] }

/** What the catalogue knows of a search: products with this code, names that begin with it, words it doesn't have. */
async function lookUp(
  database: Db,
  { text, given, exact, suggest }: { text: string; given: string; exact: boolean; suggest: boolean },
): Promise<LookedUp> {
  const words = significantWords(given)
  const last = words.at(-1)
  const unsure = words.filter(
    (word) => word.length >= MIN_LETTERS && !/[^a-z]/.test(word) && !SYNONYM_WORDS.has(word),
  )
  const code = /[0-9]/.test(text) && !/\s/.test(text.trim()) ? text.trim() : ''
  const { rows } = await sql<LookedUp>`
    select array(select product_id from product_barcodes where code = any(barcode_keys(${code}))) as codes,
      ${suggest ? namesBeginning(given) : sql`0`} as names,
      coalesce((
        select jsonb_agg(jsonb_build_object('word', word, 'last', word = ${last}, 'inside', inside, 'vocabulary',
          case when inside = '{}' and ${!exact} then array(
            select w.word from unnest(string_to_array(letters, ',')) letter
              join search_words w on w.word >= letter and w.word < letter || '~'
            where length(w.word) >= length(given.word) - 2
              and (given.word = ${last} or length(w.word) <= length(given.word) + 2)
          ) else '{}' end))
        from unnest(${unsure}::text[], ${unsure.map((word) => firstLetters(word).join(','))}::text[]) as given (word, letters),
        lateral (
          select array(select w.word from search_words w where w.word like '%' || given.word || '%'
            limit ${sql.lit(MAX_INSIDE)}) as inside
          offset 0
        ) words_inside
        where not exists (select from search_words w where w.word >= given.word and w.word < given.word || '~')
          and not exists (select from categories where strpos(' ' || name_key, ' ' || given.word) > 0)
      ), '[]') as unknown`.execute(database)
  return rows[0]!
}

const namesBeginning = (given: string) => sql`
  (select count(*)::int from (
    select from products where search_name >= ${given} and search_name < ${`${given}~`} limit ${sql.lit(ENOUGH_NAMES)}
  ) names)`

/** Where no word of the catalogue begins with a word, those are found that have it inside. */
function withInsides(term: Term, unknown: Unknown[]): Term {
  const inside = term.words.length === 1 && unknown.find(({ word }) => word === term.words[0]!.text)?.inside
  return inside ? { ...term, synonyms: [...term.synonyms, ...inside.map((word) => [word])] } : term
}

/** The search with its unknown words corrected, in the likeliest way that finds a product; undefined when there is none. */
async function correct(database: Db, text: string, unknown: Unknown[]): Promise<Search | undefined> {
  const corrections = unknown
    .filter(({ inside }) => inside.length === 0)
    .map(({ word, last, vocabulary }) => ({ word, candidates: correctWord(word, vocabulary, last) }))
  if (corrections.length === 0 || corrections.some(({ candidates }) => candidates.length === 0)) return
  const attempts = Math.max(...corrections.map(({ candidates }) => candidates.length))
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const replacements = new Map(
      corrections.map(({ word, candidates }) => [word, candidates[attempt] ?? candidates[0]!]),
    )
    const corrected = replaceWords(text, replacements)
    const given = searchText(corrected)
    const terms = searchTerms(given).map((term) => withInsides(term, unknown))
    const search = { ...searchCondition(given, terms, []), corrected }
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from products where ${search.matches}) as found`.execute(database)
    if (rows[0]!.found) return search
  }
}

/** "Lozartan 50 mg" with the replacement of lozartan → "losartan 50 mg". */
function replaceWords(text: string, replacements: Map<string, string>): string {
  return text
    .trim()
    .split(/\s+/)
    .map((part) => {
      const words = searchText(part).split(' ')
      return words.some((word) => replacements.has(word))
        ? words.map((word) => replacements.get(word) ?? word).join(' ')
        : part
    })
    .join(' ')
}
