import { type RawBuilder, sql } from 'kysely'
import { hasBarcode } from '../products/queries.ts'
import { UNAVAILABLE } from '../stock/sellable.ts'
import type { Term, Word } from './search-terms.ts'
import { INGREDIENT_WORDS } from './therapy-words.ts'

type Sql = RawBuilder<unknown>

/** Weights in `products.search_document`: name; name and DCM; name, DCM and laboratory. The category has another weight. */
const FIELDS = ['A', 'AB', 'ABC'] as const

/** Words of products for animals, as they are indexed; their products come last, unless the search has such a word. */
const VETERINARY = ['veterinario', 'veterinaria', 'mascota', 'perro', 'gato', 'canino', 'felino', 'vet']

/** Words of products for children, as they are indexed. */
const FOR_CHILDREN = ['infantil', 'inf', 'pediatrico', 'nino', 'nina', 'bebe', 'kid', 'baby', 'junior']
/** Words with which a search asks for products for children. */
const CHILDREN = [...FOR_CHILDREN, 'guagua', 'hijo']

/** A product with several active ingredients, by its texts. A comma before a digit is a decimal one. */
const COMBINED = sql`(strpos(products.tradename, '+') > 0 or products.dcm ~ '[+]|,[[:space:]]*[[:alpha:]]')`

/** Whether an unfinished word begins too many words for the index. It is then searched only in names that the other words find. */
const isShort = ({ text, last }: Word) => last && (/^[a-z]$/.test(text) || /^[0-9]/.test(text))

/**
 * The condition that a product matches the terms, and how well it matches; the lowest rank is the best.
 *
 * @param text the search as `searchText()` writes it
 * @param code a text that may be a barcode, whose products match too
 */
export function searchCondition(text: string, terms: Term[], code = ''): { matches: Sql; rank: Sql } {
  const short = terms.at(-1)?.words.length === 1 ? terms.at(-1)!.words.filter(isShort)[0] : undefined
  const indexed = short ? terms.slice(0, -1) : terms
  const found: Sql[] = []
  // Some short words aren't indexed (com, con, del…), but a name may begin with one.
  if (indexed.length === 0 || /^[a-z]{2}$/.test(text))
    found.push(sql`(products.search_name >= ${text} and products.search_name < ${`${text}~`})`)
  if (indexed.length === 0) {
    // A single letter isn't searched as a whole word: most names contain it.
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
  if (code) found.push(hasBarcode(code))
  return {
    matches: sql`(${sql.join(found, sql` or `)})`,
    // What can be bought comes first, then, within each rank, single ingredients before combinations.
    rank: sql`${lastWhen(inDocument(VETERINARY.join(' | ')), !hasWord(terms, VETERINARY), 2_048)} + ${UNAVAILABLE}::int * 1024 + case
      ${code ? sql`when ${hasBarcode(code)} then 0` : sql``}
      when products.search_name = ${text} then 1
      when starts_with(products.search_name, ${`${text} `}) then 2
      when starts_with(products.search_name, ${text}) then 3
      ${/^[a-z]{1,2}$/.test(text) ? sql`` : fieldRanks(terms, indexed)}
      else 8 end * 4 + ${lastWhen(COMBINED, isSingle(terms), 2)}
      ${terms.some(({ complaint }) => complaint) ? sql`+ ${complaintRank(terms)}` : sql``}`,
  }
}

const lastWhen = (condition: Sql, applies: boolean, weight: number) =>
  applies ? sql`(${condition})::int * ${sql.lit(weight)}` : sql`0`

/**
 * The order of a complaint's products: those without a prescription come first. Among them and the others, products for adults come before
 * products for children, or after them if the search asks for children.
 */
function complaintRank(terms: Term[]): Sql {
  const forChildren = inDocument(FOR_CHILDREN.map((word) => lexeme(word, 'A')).join(' | '))
  return sql`products.prescription::int * 256
    + (${forChildren} <> ${hasWord(terms, CHILDREN)})::int * 128`
}

const hasWord = (terms: Term[], words: string[]) =>
  terms.some((term) => term.words.some(({ text }) => words.includes(text)))

/** Whether a search asks for a single active ingredient. */
const isSingle = (terms: Term[]) =>
  terms.flatMap((term) => term.words).filter((word) => INGREDIENT_WORDS.has(word.text)).length === 1

/** Ranks names with the whole words first, then names with words that begin so, then by the fields that contain all words. */
function fieldRanks(terms: Term[], indexed: Term[]): Sql {
  const whole = sql`when ${inDocument(tsquery(terms, 'A', 'whole'))} then 4`
  if (indexed.length === 0) return whole
  const fields = FIELDS.map(
    (field, index) =>
      sql`when ${inDocument(tsquery(indexed, field, 'beginning'))} then ${sql.lit(5 + index)}`,
  )
  return sql.join([whole, ...fields], sql` `)
}

const inDocument = (query: string) => sql`products.search_document @@ ${query}::tsquery`

/** A tsquery for terms in the fields of the weights: whole words only, or also beginnings of words and synonyms. */
function tsquery(terms: Term[], weights: string, how: 'whole' | 'beginning'): string {
  return terms
    .map(({ words, synonyms }) => {
      const given = words.map((word) =>
        how === 'whole' ? lexeme(word.text, weights) : beginning(word, weights),
      )
      const others =
        how === 'whole' ? [] : synonyms.map((phrase) => phrase.map((word) => lexeme(word, weights)))
      // A set, because groups of synonyms share words, and the index would read each repeated word again.
      const alternatives = new Set([given, ...others].map((phrase) => `(${phrase.join(' & ')})`))
      return `(${[...alternatives].join(' | ')})`
    })
    .join(' & ')
}

/** A word as a lexeme of a tsquery: letters, digits, '.' and '%' need no quotes. */
const lexeme = (word: string, weights = '') => (weights ? `${word}:${weights}` : word)

/** Numbers and short words match whole words, since a strength of 50 isn't one of 500; other words match beginnings. */
function beginning({ text, last, stop }: Word, weights: string): string {
  if (/^[a-z]{2}$/.test(text) && last) {
    const begins = lexeme(`^${text}`, weights)
    return stop ? begins : `(${lexeme(text, weights)} | ${begins})`
  }
  if (/^[0-9]/.test(text) || text.length < 3) return lexeme(text, weights)
  return `${text}:*${weights}`
}
