import type { RawBuilder } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { sql } from '../../database/sql.ts'
import { correctWord } from './correct-word.ts'
import { type FrequentSearch, frequentSearch } from './frequent-search.ts'
import { SOLD } from './queries.ts'
import { type Condition, namesUpTo, searchCondition } from './search-condition.ts'
import { SYNONYM_WORDS, searchTerms, significantWords, type Term } from './search-terms.ts'
import { searchText } from './search-text.ts'
import { THERAPY_WORDS } from './therapy-words.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A search of the shop, as it was understood (docs/product.md#search). */
export type Search = {
  /** A condition on the table `products`. */
  matches: RawBuilder<unknown>
  /** An expression on the table `products`; the lowest value is the best match. Sort by it, then by `sort_key` and `id`. */
  rank: RawBuilder<unknown>
  /** The whole search as it was corrected; absent when it wasn't. */
  corrected?: string
  /** Of a search that probably finds very many products. */
  frequent?: FrequentSearch | undefined
}

type Options = {
  /** Search the words as they are, without correction. */
  exact?: boolean
  /** Only the best few are wanted, quickly: of a search that finds very many products, only some count. */
  suggest?: boolean
  readVocabulary: () => Promise<Vocabulary>
}

/** Words of so many letters are corrected, and found inside words. */
const MIN_LETTERS = 4
/** How many words of the catalogue are taken for one that they have inside. */
const MAX_INSIDE = 20

/** Enough names that begin with a search to suggest the first of them that are in stock. */
const ENOUGH_NAMES = 300
/** Enough other products to suggest some, when few names begin with the search. */
const ENOUGH_PRODUCTS = 500

/**
 * The readings of what somebody typed into the shop's search, each of which costs a statement or more. The first one that finds
 * something is meant, else the last one.
 *
 * @yields null when there is nothing to search for: no product is found then
 */
export async function* readSearch(
  database: Db,
  text: string,
  { exact = false, suggest = false, readVocabulary }: Options,
): AsyncGenerator<Search | null> {
  const given = searchText(text)
  if (!given) return yield null
  const code = codeIn(text)
  const [vocabulary, { codes, lastName }] = await Promise.all([
    readVocabulary(),
    code || suggest ? lookUp(database, { given, code, suggest }) : NOTHING,
  ])
  // Names that begin with the search are the best matches in any case.
  if (lastName !== null) return yield namesUpTo(given, lastName)
  const words = significantWords(given)
  const terms = searchTerms(words)
  const unknown = unknownIn(words, vocabulary)
  const read = (search: Condition): Search =>
    suggest
      ? { matches: some(search), rank: search.rank }
      : { ...search, frequent: frequentSearch(search, vocabulary.frequent) }
  for (const search of exact ? [] : corrections(text, unknown, vocabulary)) {
    yield { ...read(search), corrected: search.corrected }
    // A single word of the catalogue finds something; a product that was found may be left out by a filter.
    if (terms.length === 1 || (await findsProduct(database, search))) return
  }
  yield read(
    searchCondition(
      given,
      terms.map((term) => withInsides(term, unknown)),
      codes,
    ),
  )
}

/** A condition for the names that begin with the search, and some of the other matches: found in little time. */
const some = ({ matches, begins }: Condition) => sql`products.id = any(array(
  (select id from products where ${begins} and ${SOLD} limit ${sql.lit(ENOUGH_NAMES)})
  union all
  (select id from products where ${matches} and ${SOLD} limit ${sql.lit(ENOUGH_PRODUCTS)})))`

/** A word with which no word of the catalogue begins. */
type Unknown = {
  word: string
  last: boolean
  /** Words of the catalogue that have it inside. */
  inside: string[]
}

/** The words that may be a slip, or a part of a word. */
const unknownIn = (words: string[], vocabulary: Vocabulary): Unknown[] =>
  words
    .filter(
      (word) =>
        word.length >= MIN_LETTERS &&
        !/[^a-z]/.test(word) &&
        !SYNONYM_WORDS.has(word) &&
        !THERAPY_WORDS.has(word) &&
        !vocabulary.hasBeginning(word),
    )
    .map((word) => ({
      word,
      last: word === words.at(-1),
      inside: vocabulary.wordsWith(word, MAX_INSIDE),
    }))

/** A text that may be a barcode, else nothing. */
const codeIn = (text: string) => (/[0-9]/.test(text) && !/\s/.test(text.trim()) ? text.trim() : '')

type LookedUp = { codes: string[]; lastName: string | null }
const NOTHING: LookedUp = { codes: [], lastName: null }

/** Looks up the products with a code, and where there are enough names that begin with the search, the last one of them. */
async function lookUp(
  database: Db,
  { given, code, suggest }: { given: string; code: string; suggest: boolean },
): Promise<LookedUp> {
  const { rows } = await sql<LookedUp>`
    select array(select product_id from product_barcodes where code = any(barcode_keys(${code}))) as codes,
      ${suggest ? nameAfter(given) : sql`null`} as "lastName"`.execute(database)
  return rows[0]!
}

/** The last one of the first names that begin with the search; null when there are too few. */
const nameAfter = (given: string) => sql`(
  select search_name from products where search_name >= ${given} and search_name < ${`${given}~`} and ${SOLD}
  order by search_name offset ${sql.lit(ENOUGH_NAMES - 1)} limit 1)`

/** Where no word of the catalogue begins with a word, those are found that have it inside. */
function withInsides(term: Term, unknown: Unknown[]): Term {
  const inside = term.words.length === 1 && unknown.find(({ word }) => word === term.words[0]!.text)?.inside
  return inside ? { ...term, synonyms: [...term.synonyms, ...inside.map((word) => [word])] } : term
}

/** The search with its unknown words corrected, the likeliest corrections first; none when a word has no correction. */
function* corrections(
  text: string,
  unknown: Unknown[],
  vocabulary: Vocabulary,
): Generator<Condition & { corrected: string }> {
  const found = unknown
    .filter(({ inside }) => inside.length === 0)
    .map(({ word, last }) => ({
      word,
      candidates: correctWord(word, vocabulary.wordsLike(word, last), last),
    }))
  if (found.some(({ candidates }) => candidates.length === 0)) return
  const attempts = Math.max(0, ...found.map(({ candidates }) => candidates.length))
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const replacements = new Map(
      found.map(({ word, candidates }) => [word, candidates[attempt] ?? candidates[0]!]),
    )
    const corrected = replaceWords(text, replacements)
    const given = searchText(corrected)
    const terms = searchTerms(significantWords(given)).map((term) => withInsides(term, unknown))
    yield { ...searchCondition(given, terms, []), corrected }
  }
}

/** Whether any product matches, also one that a filter leaves out. A count, because `exists` would rather walk through the whole table. */
async function findsProduct(database: Db, { matches }: Condition): Promise<boolean> {
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
