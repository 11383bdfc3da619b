import type { RawBuilder } from 'kysely'
import { sql } from '../../database/sql.ts'
import type { Term, Word } from './search-terms.ts'

/** Weights in `products.search_document`: of the name; with the DCM; with the laboratory. All others are of the category. */
const FIELDS = ['A', 'AB', 'ABC'] as const

/** A condition on products, how well each one matches, and the condition that a name begins with the whole search. */
export type Condition = {
  matches: RawBuilder<unknown>
  rank: RawBuilder<unknown>
  begins: RawBuilder<unknown>
}

/** A word whose beginnings are too many for the index: they are looked for in the name only, among what the other words find. */
const isShort = ({ text, last }: Word) => last && (/^[a-z]$/.test(text) || /^[0-9]/.test(text))

/**
 * The condition that a product matches the terms (docs/product.md#search), and how well it matches, from 0 for the code to 17.
 *
 * @param text the search as `searchText()` writes it
 * @param codes the products whose barcode was searched for
 */
export function searchCondition(text: string, terms: Term[], codes: string[]): Condition {
  const short = terms.at(-1)?.words.length === 1 ? terms.at(-1)!.words.filter(isShort)[0] : undefined
  const indexed = short ? terms.slice(0, -1) : terms
  const begins = sql`(products.search_name >= ${text} and products.search_name < ${`${text}~`})`
  const found: RawBuilder<unknown>[] = []
  if (indexed.length === 0) {
    found.push(begins)
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
    begins,
    matches: sql`(${sql.join(found, sql` or `)})`,
    rank: sql`case
      ${codes.length > 0 ? sql`when products.id = any(${codes}::uuid[]) then 0` : sql``}
      when products.search_name = ${text} then 1
      when starts_with(products.search_name, ${`${text} `}) then 2
      when starts_with(products.search_name, ${text}) then 3
      ${/^[a-z]{1,2}$/.test(text) ? sql`` : fieldRanks(terms, indexed)}
      else 8 end * 2 + (products.stock = 0)::int`,
  }
}

/** Names with the whole words, then names with words that begin so, then by the fields that are needed to have all the words. */
function fieldRanks(terms: Term[], indexed: Term[]): RawBuilder<unknown> {
  const whole = sql`when ${inDocument(tsquery(terms, 'A', 'whole'))} then 4`
  if (indexed.length === 0) return whole
  const fields = FIELDS.map(
    (field, index) =>
      sql`when ${inDocument(tsquery(indexed, field, 'beginning'))} then ${sql.lit(index + 5)}`,
  )
  return sql.join([whole, ...fields], sql` `)
}

const inDocument = (query: string) => sql`products.search_document @@ ${query}::tsquery`

/** The condition and rank of the names that begin with the search, up to a last one. */
export const namesUpTo = (text: string, last: string) => ({
  matches: sql`(products.search_name >= ${text} and products.search_name <= ${last})`,
  rank: sql`case when products.search_name = ${text} then 0 when starts_with(products.search_name, ${`${text} `}) then 1
    else 2 end * 2 + (products.stock = 0)::int`,
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
      return `(${[given, ...others].map((phrase) => `(${phrase.join(' & ')})`).join(' | ')})`
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
