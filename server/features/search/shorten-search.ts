import { unitOf } from '#domain/content-units.ts'
import type { Db } from '../../database/schema.ts'
import { countMatches } from './finds-product.ts'
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

/** The most words of the catalogue to leave out; a search of more has little to do with what remains. */
const MAX_LEFT_OUT = 3

/**
 * A search without its least telling words, in which it finds a product: first without the words that no product has, then without one
 * after the other, numbers and common words first. Undefined when only such words would remain, or when a word of therapy isn't in the catalogue.
 */
export async function shortenSearch(database: Db, search: string) {
  const terms = searchTerms(significantWords(searchText(search)))
  const counts = await countMatches(
    database,
    terms.map((term) => conditionOf([term])),
  )
  const hits = new Map(terms.map((term, index) => [term, counts[index]!]))
  if (terms.some((term) => hits.get(term) === 0 && isTherapy(term))) return
  let kept = terms.filter((term) => hits.get(term)! > 0)
  const answer = (found: Term[]) => ({
    ...conditionOf(found),
    without: terms.filter((term) => !found.includes(term)).map((term) => asTyped(search, term)),
  })
  const [whole = 0] = kept.length > 0 ? await countMatches(database, [conditionOf(kept)]) : []
  if (whole > 0) return isTelling(kept) && kept.length < terms.length ? answer(kept) : undefined
  for (let leftOut = 0; leftOut < MAX_LEFT_OUT && kept.length > 1; leftOut += 1) {
    const candidates = leastTelling(kept, hits).map((left) => kept.filter((term) => term !== left))
    const found = await countMatches(database, candidates.map(conditionOf))
    const shortened = candidates.find((terms, index) => found[index]! > 0 && isTelling(terms))
    if (shortened) return answer(shortened)
    kept = candidates[0]!
  }
}

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
function leastTelling(terms: Term[], hits: Map<Term, number>): Term[] {
  const weight = (term: Term) => (isCommon(term) ? 0 : isTherapy(term) ? 2 : 1)
  const others = terms.filter((term) => !isIngredient(term))
  return (others.length > 0 ? others : terms.toReversed()).toSorted(
    (a, b) => weight(a) - weight(b) || hits.get(b)! - hits.get(a)!,
  )
}

/** The words of a term as they stand in the search, before they were folded and made singular. */
function asTyped(search: string, { words }: Term): string {
  const parts = search.split(/\s+/)
  return words.map(({ text }) => parts.find((part) => searchText(part) === text) ?? text).join(' ')
}
