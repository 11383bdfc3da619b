import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { SOLD } from '../products/queries.ts'
import { correctWord } from './correct-word.ts'
import { findUnknownWords, type UnknownWord } from './find-unknown-words.ts'
import { searchCondition } from './search-condition.ts'
import { searchTerms, significantWords, type Term } from './search-terms.ts'
import { searchText } from './search-text.ts'

/** An interpreted search of the shop (docs/product.md#search). */
export type Search = {
  /** A condition on the table `products`. */
  matches: RawBuilder<unknown>
  /** An expression on the table `products`; the lowest value is the best match. Sort by it, then by `sort_key` and `id`. */
  rank: RawBuilder<unknown>
  /** The corrected text of the search; absent without a correction. */
  corrected?: string
}

/**
 * The interpretations of a typed search: unchanged, then corrected, then with unknown words inside other words. Use the first that finds
 * a product, else the last.
 *
 * @param exact without correction
 */
export async function* readSearch(
  database: Db,
  text: string,
  { exact = false }: { exact?: boolean },
): AsyncGenerator<Search> {
  const given = searchText(text)
  if (!given) return yield FINDS_NOTHING
  const words = significantWords(given)
  const terms = searchTerms(words)
  yield searchCondition(given, terms, codeIn(text))
  const unknown = await findUnknownWords(database, words)
  if (unknown.length === 0) return
  for (const search of exact ? [] : corrections(text, unknown)) {
    yield search
    // A single known word always finds a product, although a filter may leave it out.
    if (terms.length === 1 || (await findsProduct(database, search))) return
  }
  yield searchCondition(
    given,
    terms.map((term) => withSubstringMatches(term, unknown)),
  )
}

/** The search for a text without words. */
const FINDS_NOTHING: Search = { matches: sql`false`, rank: sql`0` }

/** The text if it may be a barcode, else an empty text. */
const codeIn = (text: string) => (/[0-9]/.test(text) && !/\s/.test(text.trim()) ? text.trim() : '')

/** Adds the words that contain an unknown word as alternatives. */
function withSubstringMatches(term: Term, unknown: UnknownWord[]): Term {
  const [first] = term.words
  const inside = term.words.length === 1 && unknown.find(({ word }) => word === first!.text)?.inside
  return inside ? { ...term, synonyms: [...term.synonyms, ...inside.map((word) => [word])] } : term
}

/** The corrected searches, likeliest first; none when an unknown word has no correction. */
function* corrections(text: string, unknown: UnknownWord[]): Generator<Search & { corrected: string }> {
  const found = unknown
    .filter(({ inside }) => inside.length === 0)
    .map(({ word, similar, last }) => ({ word, candidates: correctWord(word, similar, last) }))
  if (found.some(({ candidates }) => candidates.length === 0)) return
  const attempts = Math.max(0, ...found.map(({ candidates }) => candidates.length))
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const replacements = new Map(
      found.map(({ word, candidates }) => [word, candidates[attempt] ?? candidates[0]!]),
    )
    const corrected = replaceWords(text, replacements)
    const given = searchText(corrected)
    const terms = searchTerms(significantWords(given)).map((term) => withSubstringMatches(term, unknown))
    yield { ...searchCondition(given, terms), corrected }
  }
}

/** Whether any product matches, regardless of filters. A count, because PostgreSQL may scan the whole table for `exists`. */
async function findsProduct(database: Db, { matches }: Search): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select count(*) > 0 as found from products where ${matches} and ${SOLD}`.execute(database)
  return rows[0]!.found
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
