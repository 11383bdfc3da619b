import { type RawBuilder, sql } from 'kysely'
import type { Term, Word } from './search-terms.ts'

/** Weights of the fields in `products.search_document`: name, DCM, laboratory, category. */
const FIELDS = ['A', 'AB', 'ABC', ''] as const

/** A word whose beginnings are too many for the index: they are looked for in the name only, among what the other words find. */
const isShort = ({ text, last }: Word) => last && (/^[a-z]$/.test(text) || /^[0-9]/.test(text))

/**
 * The condition that a product matches the terms (docs/product.md#search), and how well it matches, from 0 for the code to 17.
 *
 * @param text the search as `searchText()` writes it
 * @param codes the products whose barcode was searched for
 */
export function searchCondition(
  text: string,
  terms: Term[],
  codes: string[],
): { matches: RawBuilder<unknown>; rank: RawBuilder<unknown> } {
  const short = terms.at(-1)?.words.length === 1 ? terms.at(-1)!.words.filter(isShort)[0] : undefined
  const indexed = short ? terms.slice(0, -1) : terms
  const inDocument = (query: string) => sql`products.search_document @@ ${query}::tsquery`
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
  const fields = FIELDS.slice(0, -1).map((field, index) =>
    indexed.length === 0
      ? sql``
      : sql`when ${inDocument(tsquery(indexed, field, 'beginning'))} then ${sql.lit(index + 5)}`,
  )
  return {
    matches: sql`(${sql.join(found, sql` or `)})`,
    rank: sql`case
      when products.id = any(${codes}::uuid[]) then 0
      when products.search_name = ${text} then 1
      when starts_with(products.search_name, ${`${text} `}) then 2
      when starts_with(products.search_name, ${text}) then 3
      when ${inDocument(tsquery(terms, 'A', 'whole'))} then 4
      ${sql.join(fields, sql` `)}
      else 8 end * 2 + (products.stock = 0)::int`,
  }
}

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
