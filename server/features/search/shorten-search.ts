import { sql } from 'kysely'
import { unitOf } from '#domain/content-units.ts'
import type { Db } from '../../database/schema.ts'
import { type Condition, countMatches, findsProduct } from './finds-product.ts'
import { searchCondition } from './search-condition.ts'
import { searchTerms, significantWords, type Term } from './search-terms.ts'
import { searchText } from './search-text.ts'
import { INGREDIENT_WORDS, THERAPY_WORDS } from './therapy-words.ts'

/** Words that many different products have, besides numbers and the words of packs. */
const COMMON_WORDS = new Set(
  `adulto aerosol ampolla bioequivalente cr crem crema emulsion forte fte gel generico gotas gota gts inf infantil inyectable jarabe jbe lab
  laboratorio locion marca mini nino oral original plus polvo pomada pvo remedio sobre sol solucion spray susp suspension talla ung unguento`
    .split(/\s+/)
    .filter(Boolean),
)

/** The most words of the catalogue to leave out; with more left out, the rest has little to do with the search. */
const MAX_LEFT_OUT = 3

/**
 * Leaves out the least telling words of a search until it finds a product: first the words that no product has, then one word after the
 * other, numbers and common words first. Undefined when only numbers and common words would remain, or when a word of therapy isn't in the
 * catalogue.
 *
 * @param search a search that finds nothing
 */
export async function shortenSearch(database: Db, search: string) {
  const terms = searchTerms(significantWords(searchText(search)))
  const [common, telling] = [terms.filter(isCommon), terms.filter((term) => !isCommon(term))]
  if (telling.length === 0) return
  const alone = (term: Term) => conditionOf([term])
  // Common words are counted only together with telling ones: half of all products may have a common word.
  const beside = (term: Term) => anyOf(telling.map((other) => conditionOf([other, term])))
  const hits = await countEach(database, [...telling, ...common], (term) =>
    isCommon(term) ? beside(term) : alone(term),
  )
  if (telling.some((term) => hits.get(term) === 0 && isTherapy(term))) return
  let kept = terms.filter((term) => hits.get(term)! > 0)
  if (!isTelling(kept)) return
  // `hits` already counted a word alone, and a common word beside the only telling one; no product has all the words.
  const isCounted = kept.length === 1 || (kept.length === 2 && kept.some(isCommon))
  let finds = isCounted || (kept.length < terms.length && (await findsProduct(database, conditionOf(kept))))
  for (let leftOut = 0; !finds && leftOut < MAX_LEFT_OUT && kept.length > 1; leftOut += 1) {
    const candidates = leastTelling(kept)
      .map((left) => kept.filter((term) => term !== left))
      .filter(isTelling)
    const found = await countEach(database, candidates, conditionOf)
    kept = candidates.find((terms) => found.get(terms)! > 0) ?? candidates[0]!
    finds = found.get(kept)! > 0
  }
  if (!finds) return
  return {
    ...conditionOf(kept),
    without: terms.filter((term) => !kept.includes(term)).map((term) => asTyped(search, term)),
  }
}

/** How many products match each item's condition. */
async function countEach<Item>(database: Db, items: Item[], condition: (item: Item) => Condition) {
  const counts = items.length > 0 ? await countMatches(database, items.map(condition)) : []
  return new Map(items.map((item, index) => [item, counts[index]!]))
}

const anyOf = (conditions: Condition[]): Condition => ({
  matches: sql`(${sql.join(
    conditions.map(({ matches }) => matches),
    sql` or `,
  )})`,
})

const textOf = (terms: Term[]) => terms.flatMap(({ words }) => words.map(({ text }) => text))

const conditionOf = (terms: Term[]) => searchCondition(textOf(terms).join(' '), terms)

const isCommon = ({ words }: Term) =>
  words.every(
    ({ text }) => /^[0-9]/.test(text) || text.length < 3 || COMMON_WORDS.has(text) || isPackWord(text),
  )

/** Whether a word counts or measures a pack's content; a piece (pañal, gasa) is a product. */
const isPackWord = (text: string) => (unitOf(text)?.kind ?? 'piece') !== 'piece'

const isTelling = (terms: Term[]) => terms.some((term) => !isCommon(term))

const isTherapy = ({ words }: Term) => words.some(({ text }) => THERAPY_WORDS.has(text))
const isIngredient = ({ words }: Term) => words.some(({ text }) => INGREDIENT_WORDS.has(text))

/** The terms that may be left out, the least telling first; an ingredient only when nothing else remains. */
function leastTelling(terms: Term[]): Term[] {
  const weight = (term: Term) => (isCommon(term) ? 0 : isTherapy(term) ? 2 : 1)
  const others = terms.filter((term) => !isIngredient(term))
  return (others.length > 0 ? others : terms.toReversed()).toSorted(
    // A search begins with its main word: 'pañales recién nacido'.
    (a, b) => weight(a) - weight(b) || terms.indexOf(b) - terms.indexOf(a),
  )
}

/** The words of a term as they stand in the search, before they were folded and made singular. */
function asTyped(search: string, { words }: Term): string {
  const parts = search.split(/\s+/)
  return words.map(({ text }) => parts.find((part) => searchText(part) === text) ?? text).join(' ')
}
