import type { RawBuilder } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { sql } from '../../database/sql.ts'
import { correctWord } from './correct-word.ts'
import { SOLD } from './queries.ts'
import { type Condition, namesUpTo, searchCondition } from './search-condition.ts'
import { SYNONYM_WORDS, searchTerms, significantWords, type Term } from './search-terms.ts'
import { searchText } from './search-text.ts'
import { THERAPY_WORDS } from './therapy-words.ts'

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
  /** Only the best few are wanted, quickly: of a search that finds very many products, only some count. */
  suggest?: boolean
}

/** Words of so many letters are corrected, and found inside words. */
const MIN_LETTERS = 4
/** How many words of the catalogue are looked at for one unknown word. */
const MAX_INSIDE = 20
const MAX_SIMILAR = 200

/** Enough names that begin with a search to suggest the first of them that are in stock. */
const ENOUGH_NAMES = 300
/** Enough other products to suggest some, when few names begin with the search. */
const ENOUGH_PRODUCTS = 500

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
  const { codes, lastName, unknown } = await lookUp(database, { text, given, exact, suggest })
  // Names that begin with the search are the best matches in any case.
  if (lastName !== null) return namesUpTo(given, lastName)
  const terms = searchTerms(given).map((term) => withInsides(term, unknown))
  const search =
    (await correct(database, { text, exact, terms: terms.length }, unknown)) ??
    searchCondition(given, terms, codes)
  return suggest ? { ...search, matches: some(search) } : search
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
  /** Words of the catalogue that look like it; none when there are words that have it inside. */
  similar: string[]
}

type LookedUp = { codes: string[]; lastName: string | null; unknown: Unknown[] }
type Asked = { text: string; given: string; exact: boolean; suggest: boolean }

/** What the catalogue knows of a search: products with this code, names that begin with it, and which words it doesn't have. */
async function lookUp(database: Db, { text, given, exact, suggest }: Asked): Promise<LookedUp> {
  const words = significantWords(given)
  const last = words.at(-1)
  const unsure = words.filter(
    (word) =>
      word.length >= MIN_LETTERS &&
      !/[^a-z]/.test(word) &&
      !SYNONYM_WORDS.has(word) &&
      !THERAPY_WORDS.has(word),
  )
  const code = /[0-9]/.test(text) && !/\s/.test(text.trim()) ? text.trim() : ''
  const similar = sql`array(
    (select word from search_words where word % given.word order by similarity(word, given.word) desc
      limit ${sql.lit(MAX_SIMILAR)})
    union
    -- An unfinished word isn't similar enough to the whole one.
    (select word from search_words where given.word = ${last}
        and word >= left(given.word, 2) and word < left(given.word, 2) || '~'
      order by similarity(left(word, length(given.word)), given.word) desc limit ${sql.lit(MAX_SIMILAR)}))`
  const { rows } = await sql<LookedUp>`
    select array(select product_id from product_barcodes where code = any(barcode_keys(${code}))) as codes,
      ${suggest ? nameAfter(given) : sql`null`} as "lastName",
      coalesce((
        select jsonb_agg(jsonb_build_object('word', word, 'last', word = ${last}, 'inside', inside,
          'similar', ${exact ? sql`array[]::text[]` : sql`case when inside = '{}' then ${similar} else '{}' end`}))
        from unnest(${unsure}::text[]) as given (word),
        lateral (
          select array(
            select word from search_words where word like '%' || given.word || '%' limit ${sql.lit(MAX_INSIDE)}
          ) as inside
          offset 0 -- without it the planner computes the array once for each use above
        ) words_inside
        where not exists (select from search_words s where s.word >= given.word and s.word < given.word || '~')
          and not exists (select from categories where strpos(' ' || name_key, ' ' || given.word) > 0)
      ), '[]') as unknown`.execute(database)
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

/** The search with its unknown words corrected, in the likeliest way that finds a product; undefined when there is none. */
async function correct(
  database: Db,
  { text, exact, terms }: { text: string; exact: boolean; terms: number },
  unknown: Unknown[],
): Promise<(Condition & { corrected: string }) | undefined> {
  const corrections = unknown
    .filter(({ inside }) => !exact && inside.length === 0)
    .map(({ word, last, similar }) => ({ word, candidates: correctWord(word, similar, last) }))
  if (corrections.length === 0 || corrections.some(({ candidates }) => candidates.length === 0)) return
  const attempts = Math.max(...corrections.map(({ candidates }) => candidates.length))
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const replacements = new Map(
      corrections.map(({ word, candidates }) => [word, candidates[attempt] ?? candidates[0]!]),
    )
    const corrected = replaceWords(text, replacements)
    const given = searchText(corrected)
    const search = searchCondition(
      given,
      searchTerms(given).map((term) => withInsides(term, unknown)),
      [],
    )
    // A single word of the catalogue finds something. A count, because `exists` would rather walk through the whole table.
    const { rows } =
      terms === 1
        ? { rows: [{ found: true }] }
        : await sql<{ found: boolean }>`
            select count(*) > 0 as found from products where ${search.matches} and ${SOLD}`.execute(database)
    if (rows[0]!.found) return { ...search, corrected }
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
