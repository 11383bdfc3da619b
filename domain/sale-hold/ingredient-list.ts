import { isOneEditApart } from '../one-edit.ts'
import type { PrescriptionCondition } from '../sale-condition.ts'
import type { ProductWords, SaleRoute } from './product-words.ts'

/** An ingredient's usual condition of sale, and the names by which products mention it. */
export type ListEntry = {
  ingredient: string
  saleCondition: 'direct' | PrescriptionCondition
  /** Milligrams up to which it is sold directly; null where the strength doesn't matter. */
  directUpTo: number | null
  /** The routes by which it is sold directly; empty where the route doesn't matter. */
  directRoutes: readonly SaleRoute[]
  /** Whether the law controls it: no file may give it a milder condition than a retained prescription. */
  controlled: boolean
  /** Folded words or phrases. */
  names: readonly string[]
}

/** The fewest letters of a name that a misspelled word can be compared with. */
const MIN_SIMILAR_LETTERS = 6
/** The fewest letters of a word in which two typing errors are accepted. */
const TWO_SLIPS_FROM = 9

type Named = { name: string; words: readonly string[]; entry: ListEntry }

/** The list of ingredients, for finding those that a product's words name. */
export class IngredientList {
  readonly #byFirstWord: Map<string, Named[]>
  readonly #byLength: Map<number, Named[]>
  readonly #similar = new Map<string, ListEntry | undefined>()

  constructor(entries: readonly ListEntry[]) {
    const named = entries.flatMap((entry) =>
      entry.names.map((name): Named => ({ name, words: name.split(' '), entry })),
    )
    this.#byFirstWord = Map.groupBy(named, ({ words }) => words[0]!)
    this.#byLength = Map.groupBy(
      named.filter(({ name, words }) => words.length === 1 && name.length >= MIN_SIMILAR_LETTERS),
      ({ name }) => name.length,
    )
  }

  /** The entries that words name to the letter, and the words that belong to none. Of overlapping names the longest counts. */
  find(words: readonly string[]): { entries: ListEntry[]; rest: string[] } {
    const entries = new Set<ListEntry>()
    const rest: string[] = []
    for (let at = 0; at < words.length; ) {
      const named = (this.#byFirstWord.get(words[at]!) ?? [])
        .filter((candidate) => candidate.words.every((word, offset) => words[at + offset] === word))
        .toSorted((a, b) => b.words.length - a.words.length)[0]
      if (named) entries.add(named.entry)
      else rest.push(words[at]!)
      at += named?.words.length ?? 1
    }
    return { entries: [...entries], rest }
  }

  /** The entry whose name a word misspells: with one slip in six to eight letters, with two in more. The strictest of several. */
  similar(word: string): ListEntry | undefined {
    if (word.length < MIN_SIMILAR_LETTERS - 1 || /\d/.test(word)) return undefined
    if (!this.#similar.has(word)) this.#similar.set(word, this.#findSimilar(word))
    return this.#similar.get(word)
  }

  #findSimilar(word: string): ListEntry | undefined {
    const found: ListEntry[] = []
    for (let length = word.length - 2; length <= word.length + 2; length++)
      for (const { name, entry } of this.#byLength.get(length) ?? [])
        if (beginsOrEndsLike(word, name) && isSlip(word, name)) found.push(entry)
    return found.toSorted((a, b) => STRICTNESS[b.saleCondition] - STRICTNESS[a.saleCondition])[0]
  }
}

export const STRICTNESS = { unknown: 0, none: 0, direct: 1, simple: 2, retained: 3, check: 4 } as const

/** The condition of a product with an ingredient: strength and route can make it a direct sale; an injection never is one. */
export function conditionOf(
  { saleCondition, directUpTo, directRoutes }: ListEntry,
  { route, milligrams }: Pick<ProductWords, 'route' | 'milligrams'>,
): 'direct' | PrescriptionCondition {
  if (route === 'injection') return saleCondition === 'direct' ? 'simple' : saleCondition
  if (directUpTo === null && directRoutes.length === 0) return saleCondition
  const weak = directUpTo === null || (milligrams.length > 0 && milligrams.every((mg) => mg <= directUpTo))
  return weak && (directRoutes.length === 0 || directRoutes.includes(route)) ? 'direct' : saleCondition
}

const isSlip = (word: string, name: string) =>
  isOneEditApart(word, name) || (name.length >= TWO_SLIPS_FROM && areTwoSlipsApart(word, name))

/** Nobody misspells both ends of a word; this spares most comparisons. */
const beginsOrEndsLike = (word: string, name: string) =>
  word[0] === name[0] || word.slice(-3) === name.slice(-3)

/** Whether two words differ by at most two letters changed, left out or added. */
function areTwoSlipsApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2) return false
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    if (Math.min(...next) > 2) return false
    row = next
  }
  return row[b.length]! <= 2
}
