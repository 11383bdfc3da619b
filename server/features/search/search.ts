import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { UNAVAILABLE } from '../stock/sellable.ts'
import { correctWord } from './correct-word.ts'
import { type Brand, type FoundBrand, findBrand, replaceBrand } from './find-brand.ts'
import { findNearWords, type UnknownWord } from './find-near-words.ts'
import { findsProduct } from './finds-product.ts'
import { searchCondition } from './search-condition.ts'
import { searchTerms, significantWords, type Term } from './search-terms.ts'
import { searchText } from './search-text.ts'
import { shortenSearch } from './shorten-search.ts'

/** An interpreted search of the shop. */
export type Search = {
  /** A condition on the table `products`. */
  matches: RawBuilder<unknown>
  /** An expression on the table `products`; the lowest value is the best match. Sort by it, then by `sort_key` and `id`. */
  rank: RawBuilder<unknown>
  /** The corrected text of the search; absent without a correction. */
  corrected?: string
  /** A brand that the shop doesn't have: its active ingredient is searched instead. */
  brand?: Brand
  /** The typed words that were left out, because nothing has all words. */
  without?: string[]
}

/**
 * The interpretations of a typed search: unchanged, with a brand's ingredient, corrected, with unknown words inside other words, and
 * without its least telling words. Use the first that finds a product, else the last.
 *
 * @param exact only unchanged, or with unknown words inside other words
 * @param filtered whether the list has filters, which may leave out what a search finds
 */
export async function* readSearch(
  database: Db,
  text: string,
  { exact = false, filtered }: { exact?: boolean; filtered: boolean },
): AsyncGenerator<Search> {
  const given = searchText(text)
  if (!given) return yield FINDS_NOTHING
  const asked = exact ? undefined : readFilterWords(text)
  if (asked) yield* searchFiltered(database, asked)
  const words = significantWords(given)
  const terms = searchTerms(words)
  const unchanged = searchCondition(given, terms, codeIn(text))
  yield unchanged
  const isLeftOut = async (search: Search) => filtered && (await findsProduct(database, search))
  const { brand: named, unknown } = await findNearWords(database, text, words)
  const brand = exact ? undefined : await replaceBrand(database, text, named)
  if (brand && (yield* searchBrand(database, brand))) return
  for (const search of exact ? [] : corrections(text, unknown)) {
    yield search
    if (await isLeftOut(search)) return
    const { corrected } = search
    const similar = await replaceBrand(database, corrected, await findBrand(database, corrected))
    if (similar && (yield* searchBrand(database, similar, corrected))) return
  }
  if (unknown.length > 0)
    yield searchCondition(
      given,
      terms.map((term) => withSubstringMatches(term, unknown)),
    )
  if (exact || terms.length === 1 || (await isLeftOut(unchanged))) return
  const corrected = correctedText(text, unknown)
  const shortened = await shortenSearch(database, corrected ?? text)
  if (shortened) yield { ...shortened, ...(corrected && { corrected }) }
}

/** Yields a search with filters in words as it is typed, and corrected; without other words all products of the filters. */
async function* searchFiltered(
  database: Db,
  { rest, matches }: NonNullable<ReturnType<typeof readFilterWords>>,
): AsyncGenerator<Search> {
  if (!rest) return yield { matches, rank: sql`${UNAVAILABLE}::int` }
  const words = significantWords(rest)
  const within = (search: Search): Search => ({ ...search, matches: sql`(${search.matches} and ${matches})` })
  yield within(searchCondition(rest, searchTerms(words)))
  const { unknown } = await findNearWords(database, rest, words)
  for (const search of corrections(rest, unknown)) yield within(search)
}

/** Yields a search with a brand's ingredient, without less telling words if nothing has all; answers whether it finds a product. */
async function* searchBrand(
  database: Db,
  { text, ...brand }: FoundBrand,
  corrected?: string,
): AsyncGenerator<Search, boolean> {
  const given = searchText(text)
  const whole = searchCondition(given, searchTerms(significantWords(given)))
  const search = (await findsProduct(database, whole)) ? whole : await shortenSearch(database, text)
  if (!search) return false
  yield {
    ...search,
    ...(brand.isSpelling ? { corrected: text } : { brand: brand.brand, ...(corrected && { corrected }) }),
  }
  return true
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

const correctionsOf = (unknown: UnknownWord[]) =>
  unknown
    .filter(({ inside }) => inside.length === 0)
    .map(({ word, similar, last }) => ({ word, candidates: correctWord(word, similar, last) }))

/** The text with the likeliest corrections of the words that have one; undefined when no word has. */
function correctedText(text: string, unknown: UnknownWord[]): string | undefined {
  const found = correctionsOf(unknown).flatMap(({ word, candidates: [best] }) =>
    best ? [[word, best] as const] : [],
  )
  return found.length > 0 ? replaceWords(text, new Map(found)) : undefined
}

/** The corrected searches, likeliest first; none when an unknown word has no correction. */
function* corrections(text: string, unknown: UnknownWord[]): Generator<Search & { corrected: string }> {
  const found = correctionsOf(unknown)
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

/** The shop's filters in the words of customers, as `searchText()` writes them, and their conditions on `products`. */
const FILTERS = [
  {
    words: /\b(sin (necesidad de )?receta( medica)?|venta (libre|directa)|de venta libre)\b/,
    matches: sql`not products.prescription and products.sale_hold = 'none'`,
  },
  { words: /\bcon receta( medica)?\b/, matches: sql`products.prescription` },
  { words: /\bbioequivalente?s?\b/, matches: sql`products.bioequivalent` },
  { words: /\bgenerico\b/, matches: sql`products.generic` },
  { words: /\b(en |con )?(oferta|descuento|rebaja)\b/, matches: sql`products.discount > 0` },
]

/** The filters that a search asks for in words, and the search without them: 'antialérgico sin receta'. Undefined without any. */
function readFilterWords(text: string) {
  const given = searchText(text)
  const asked = FILTERS.filter(({ words }) => words.test(given))
  if (asked.length === 0) return
  const rest = asked.reduce((left, { words }) => left.replace(words, ' '), given)
  return {
    rest: rest.replace(/ +/g, ' ').trim(),
    matches: sql.join(
      asked.map(({ matches }) => matches),
      sql` and `,
    ),
  }
}
