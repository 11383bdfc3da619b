import type { RawBuilder } from 'kysely'
import { sql } from '../../database/sql.ts'
import type { Term, Word } from './search-terms.ts'

/** Weights in `products.search_document`: of the name; with the DCM; with the laboratory. All others are of the category. */
const FIELDS = ['A', 'AB', 'ABC'] as const

/** A search, its condition on products, how well each one matches, and the condition that a name begins with the whole search. */
export type Condition = {
  text: string
  terms: Term[]
  codes: string[]
  matches: RawBuilder<unknown>
  rank: RawBuilder<unknown>
  begins: RawBuilder<unknown>
}

/** How well a name or product matches, twice as high as the rank without the stock: what is sold out comes one after it. */
export const RANKS = {
  code: 0,
  name: 2,
  nameThenSpace: 4,
  beginning: 6,
  wholeWords: 8,
  /** Words of the name; the next ones are of the other fields. */
  nameWords: 10,
  otherWord: 16,
}

/** A word whose beginnings are too many for the index: they are looked for in the name only, among what the other words find. */
const isShort = ({ text, last }: Word) => last && (/^[a-z]$/.test(text) || /^[0-9]/.test(text))

/**
 * The condition that a product matches the terms (docs/product.md#search), and how well it matches, by `RANKS`.
 *
 * @param text the search as `searchText()` writes it
 * @param codes the products whose barcode was searched for
 */
export function searchCondition(text: string, terms: Term[], codes: string[]): Condition {
  const short = terms.at(-1)?.words.length === 1 ? terms.at(-1)!.words.filter(isShort)[0] : undefined
  const indexed = short ? terms.slice(0, -1) : terms
  const begins = sql`(products.search_name >= ${text} and products.search_name < ${`${text}~`})`
  const found: RawBuilder<unknown>[] = []
  // Names begin with words of two letters that have no beginnings in the document (com, con, del…).
  if (indexed.length === 0 || /^[a-z]{2}$/.test(text)) found.push(begins)
  if (indexed.length === 0) {
    // One letter is no word of its own: half of all names have each.
    if (short && !/^[a-z]$/.test(short.text)) found.push(inDocument(lexeme(short.text)))
  } else {
    const words = inDocument(tsquery(indexed, '', 'beginning'))
    found.push(
      short
        ? sql`(${words} and (${inDocument(lexeme(short.text))}
            or strpos(' ' || products.search_name, ${` ${short.text}`}) > 0))`
        : words,
    )
  }
  if (codes.length > 0) found.push(sql`products.id = any(${codes}::uuid[])`)
  return {
    text,
    terms,
    codes,
    begins,
    matches: sql`(${sql.join(found, sql` or `)})`,
    rank: sql`case
      ${codes.length > 0 ? sql`when products.id = any(${codes}::uuid[]) then ${sql.lit(RANKS.code)}` : sql``}
      when products.search_name = ${text} then ${sql.lit(RANKS.name)}
      when starts_with(products.search_name, ${`${text} `}) then ${sql.lit(RANKS.nameThenSpace)}
      when starts_with(products.search_name, ${text}) then ${sql.lit(RANKS.beginning)}
      ${/^[a-z]{1,2}$/.test(text) ? sql`` : fieldRanks(terms, indexed)}
      else ${sql.lit(RANKS.otherWord)} end + ${SOLD_OUT}`,
  }
}

/** Names with the whole words, then names with words that begin so, then by the fields that are needed to have all the words. */
function fieldRanks(terms: Term[], indexed: Term[]): RawBuilder<unknown> {
  const whole = sql`when ${wholeWords(terms)} then ${sql.lit(RANKS.wholeWords)}`
  if (indexed.length === 0) return whole
  const fields = FIELDS.map(
    (field, index) =>
      sql`when ${inDocument(tsquery(indexed, field, 'beginning'))} then ${sql.lit(RANKS.nameWords + 2 * index)}`,
  )
  return sql.join([whole, ...fields], sql` `)
}

/** 1 for a product without stock; an index of the names has its level (migrations/022-lists.ts). */
const SOLD_OUT = sql`(products.stock_level = 0)::int`

/** The condition that a name has all the words whole. */
export const wholeWords = (terms: Term[]) => inDocument(tsquery(terms, 'A', 'whole'))

const inDocument = (query: string) => sql`products.search_document @@ ${query}::tsquery`

/** The condition and rank of the names that begin with the search, up to a last one. */
export const namesUpTo = (text: string, last: string) => ({
  matches: sql`(products.search_name >= ${text} and products.search_name <= ${last})`,
  rank: sql`case when products.search_name = ${text} then 0 when starts_with(products.search_name, ${`${text} `}) then 1
    else 2 end * 2 + ${SOLD_OUT}`,
})

/** A tsquery for the terms in the fields of these weights: by whole words only, or by beginnings of words and synonyms. */
function tsquery(terms: Term[], weights: string, how: 'whole' | 'beginning'): string {
  return terms
    .map(({ words, synonyms }) => {
      const given = words.map((word) =>
        how === 'whole' ? lexeme(word.text, weights) : beginning(word, weights),
      )
      const others =
        how === 'whole' ? [] : synonyms.map((phrase) => phrase.map((word) => lexeme(word, weights)))
      // Groups of synonyms have words in common, each of which the index would read again.
      const alternatives = new Set([given, ...others].map((phrase) => `(${phrase.join(' & ')})`))
      return `(${[...alternatives].join(' | ')})`
    })
    .join(' & ')
}

/** Words have only letters, digits, '.' and '%', and need no quotes. */
const lexeme = (word: string, weights = '') => (weights ? `${word}:${weights}` : word)

/** Whole numbers and short words match whole words, since a strength of 50 isn't one of 500; other words match beginnings. */
function beginning({ text, last, stop }: Word, weights: string): string {
  if (/^[a-z]{2}$/.test(text) && last) {
    const begins = lexeme(`^${text}`, weights)
    return stop ? begins : `(${lexeme(text, weights)} | ${begins})`
  }
  if (/^[0-9]/.test(text) || text.length < 3) return lexeme(text, weights)
  return `${text}:*${weights}`
}
