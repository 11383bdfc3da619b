import { isOneEditApart } from './one-edit.ts'
import { fold } from './text.ts'

/** Recognises products by name, laboratory and content, where a list has no codes. */

/** The texts that name a product, as a list or the shop writes them; unknown ones are empty. */
export type NamedProduct = { name: string; laboratory: string; content: string }

export type ProductName = {
  /** All parts of name and content, sorted: equal for other spellings of the same product. */
  key: string
  /** All parts of the name alone, sorted. */
  nameKey: string
  /** Whether a content is stated apart from the name. */
  hasContent: boolean
  words: readonly string[]
  /** Numbers without their units, each once. */
  numbers: readonly string[]
  /** The pieces in a pack: 30 for "X 30 COMP.". */
  counts: readonly string[]
  /** Numbers with their units: `500mg`. */
  amounts: readonly string[]
  /** The laboratory's words; none when it isn't known. */
  laboratory: readonly string[]
}

const IDLE = new Set('x de la el los las con y e o por para en a caja cajas envase frasco fco fc'.split(' '))
/** The word for each of the words in the lists. */
const spellings = (lists: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([word, others]) => others.split(' ').map((other) => [other, word])),
  )

/** Units of strength and volume, which stay with their number. */
const UNITS = spellings({
  ...{ mg: 'mg mgs', mcg: 'mcg ug', g: 'g gr grs gramos', kg: 'kg', ui: 'ui iu u', '%': '%' },
  ...{ ml: 'ml mls cc mililitros', l: 'l lt lts litros', mm: 'mm', cm: 'cm', m: 'mt mts' },
})
const PIECES = spellings({
  comp: 'comp com comprimido comprimidos cm tab tabs tableta tabletas grageas',
  ...{ cap: 'cap caps capsula capsulas', sobre: 'sob sobre sobres', amp: 'amp ampolla ampollas' },
  ...{ sup: 'sup supositorios', ovulo: 'ov ovulos', un: 'un und uds unid unidad unidades' },
  parche: 'parche parches',
})
const PIECE_WORDS = new Set(Object.values(PIECES))
const isCount = (part: string) => part.startsWith('#')

/** Other words that lists shorten in a fixed way. */
const SHORT = spellings({
  ...{ jarabe: 'jbe jar', suspension: 'susp', solucion: 'sol', crema: 'cr crem', unguento: 'ung' },
  ...{ gotas: 'gts got', shampoo: 'shamp champu', inyectable: 'iny' },
})
/** Words that don't distinguish laboratories, with "genérico", which lists write in place of a laboratory. */
const LABORATORY_IDLE = new Set(
  'laboratorio laboratorios lab labs l sa s spa ltda limitada sin generico genericos farmaceutica pharma'.split(
    ' ',
  ),
)

/** Splits a product's name, laboratory and content into parts to compare. */
export function readProductName({ name, laboratory, content }: NamedProduct): ProductName {
  const own = partsOf(name)
  const stated = partsOf(content)
  const parts = [...new Set([...own, ...stated])]
  // With a count, the word of its piece adds nothing: "comprimidos, 16 comprimidos".
  const all = parts.some(isCount) ? parts.filter((part) => !PIECE_WORDS.has(part)) : parts
  const words = all.filter((part) => !/\d/.test(part))
  const numbers = [...new Set(all.flatMap((part) => /\d+(\.\d+)?/.exec(part)?.[0] ?? []))]
  return {
    key: all.toSorted().join(' '),
    nameKey: [...new Set(own)]
      .filter((part) => all.includes(part))
      .toSorted()
      .join(' '),
    hasContent: stated.length > 0,
    words,
    numbers,
    counts: all.flatMap((part) => (isCount(part) ? part.slice(1) : [])),
    amounts: all.filter((part) => /^\d.*\D$/.test(part)),
    laboratory: piecesOf(laboratory).filter((word) => !LABORATORY_IDLE.has(word)),
  }
}

/** The key by which a product of a list is remembered: its name, content and laboratory. */
export const identityOf = ({ key, laboratory }: ProductName): string =>
  [key, laboratory.join(' ')].join(' | ')

/** The folded words and numbers of a text, glued ones apart: "500MG.24COM" → 500, mg, 24, com. */
const piecesOf = (text: string): string[] =>
  fold(text)
    .replace(/(?<!\d)(\d{1,3})\.(\d{3})(?!\d)/g, '$1$2')
    .replace(/(\d),(\d)/g, '$1.$2')
    .replace(/(\d)(?=[a-z%])|([a-z%])(?=\d)/g, '$1$2 ')
    .match(/\d+(\.\d+)?|[\p{L}]+|%/gu) ?? []

/** The parts of a name: words, numbers with their unit (`500mg`), and counts of pieces (`#30`). */
function partsOf(text: string): string[] {
  const pieces = piecesOf(text)
  const parts: string[] = []
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at] as string
    const next = pieces[at + 1] ?? ''
    if (!/^\d/.test(piece)) {
      if (!IDLE.has(piece)) parts.push(PIECES[piece] ?? SHORT[piece] ?? piece)
      continue
    }
    const number = String(Number(piece))
    const before = pieces[at - 1] ?? ''
    if (UNITS[next]) parts.push(number + UNITS[next])
    else if (PIECES[next] || before === 'x') parts.push(`#${number}`)
    else parts.push(number)
    // The word of the unit or piece belongs to the number.
    if (UNITS[next] || PIECES[next]) at += 1
  }
  return parts
}

/** Whether two laboratories may be the same: one isn't known, or has all words of the other. */
export function mayShareLaboratory(
  { laboratory: one }: ProductName,
  { laboratory: other }: ProductName,
): boolean {
  if (one.length === 0 || other.length === 0 || one.join('') === other.join('')) return true
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short.every((word) => long.some((known) => isLike(word, known)))
}

/** Whether two products are the same by name and content; one may leave its content out. */
export const isSameProduct = (one: ProductName, other: ProductName): boolean =>
  mayShareLaboratory(one, other) &&
  (one.key === other.key || (one.nameKey === other.nameKey && (!one.hasContent || !other.hasContent)))

/** The minimum letters of a word in which a typing error is accepted, and of one that may be cut. */
const MIN_SLIP_LETTERS = 5
const MIN_CUT_LETTERS = 3

const isLike = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) >= MIN_CUT_LETTERS &&
    (one.startsWith(other) || other.startsWith(one))) ||
  (Math.min(one.length, other.length) >= MIN_SLIP_LETTERS && isOneEditApart(one, other))

/** The likeness of two products, from 0 to 1, and whether they are probably the same. */
export type Likeness = { score: number; isProbable: boolean }

const TELLING = new Set(
  `forte plus max ultra extra duo compuesto infantil pediatrico adulto adultos nino ninos bebe kids junior senior noche dia night
  retard xr sr lp er od light zero sport advance intense hombre mujer men women`.split(/\s+/),
)

const MIN_SCORE = 0.65
const PROBABLE_SCORE = 0.795

/**
 * Compares two products that aren't the same by {@link isSameProduct}. Null when they are surely different: another strength, another count,
 * other words, or another laboratory with a name that is only similar.
 *
 * @param weightOf the weight of a word, above 0: rare words tell more
 */
export function compareProducts(
  one: ProductName,
  other: ProductName,
  weightOf: (word: string) => number,
): Likeness | null {
  if (!haveLikeNumbers(one, other)) return null
  const sameName = one.key === other.key || one.nameKey === other.nameKey
  const sameLaboratory = mayShareLaboratory(one, other)
  if (!sameLaboratory && !sameName) return null
  const left = one.words.filter((word) => !other.words.includes(word))
  const right = other.words.filter((word) => !one.words.includes(word))
  // A word matches one other word only: "OFT." matches "oftálmico", not also "Oftavir".
  for (const word of [...left]) {
    const like = right.findIndex((known) => isLike(word, known))
    if (like < 0) continue
    right.splice(like, 1)
    left.splice(left.indexOf(word), 1)
  }
  const weigh = (words: readonly string[]) => words.reduce((sum, word) => sum + weightOf(word), 0)
  const all = weigh(one.words) + weigh(other.words)
  const score = all === 0 ? 0 : 1 - (weigh(left) + weigh(right)) / all
  if (score < MIN_SCORE) return null
  const contradict =
    (left.length > 0 && right.length > 0) || [...left, ...right].some((word) => TELLING.has(word))
  // Two words in place of each other are two products unless nearly all else is the same.
  if (left.length > 0 && right.length > 0 && score < PROBABLE_SCORE) return null
  const equalNumbers = one.numbers.length === other.numbers.length
  return { score, isProbable: sameLaboratory && !contradict && equalNumbers && score >= PROBABLE_SCORE }
}

/** Whether one has all numbers of the other. The same for counts, and for amounts with a unit, if both have some. */
const haveLikeNumbers = (one: ProductName, other: ProductName): boolean =>
  contain(one.numbers, other.numbers) &&
  (one.counts.length * other.counts.length === 0 || contain(one.counts, other.counts)) &&
  (one.amounts.length * other.amounts.length === 0 || contain(one.amounts, other.amounts))

function contain(one: readonly string[], other: readonly string[]): boolean {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one]
  return few.every((part) => many.includes(part))
}

type Entry<Item> = { name: ProductName; item: Item }

/** A word is common from about this number of products. */
const COMMON = 20
/** The most products with a common word that are compared. */
const MAX_COMPARED = 300

/** The shop's products, to find those that a list may mean. */
export class ProductNames<Item> {
  #byKey = new Map<string, Entry<Item>[]>()
  #byStart = new Map<string, Entry<Item>[]>()
  #counts = new Map<string, number>()

  add(name: ProductName, item: Item) {
    const entry = { name, item }
    for (const word of name.words) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1)
    for (const key of new Set([name.key, name.nameKey])) push(this.#byKey, key, entry)
    for (const start of new Set(name.words.map(startOf))) push(this.#byStart, start, entry)
  }

  /** The products that are the same; `isWhole`: only those whose stated content is the same, too. */
  findSame(name: ProductName, isWhole: boolean): Item[] {
    const found = [name.key, name.nameKey].flatMap((key) => this.#byKey.get(key) ?? [])
    return [...new Set(found)]
      .filter((entry) => (isWhole ? entry.name.key === name.key : true) && isSameProduct(name, entry.name))
      .map(({ item }) => item)
  }

  /** Similar products, the most similar first, each with its likeness. */
  findSimilar(name: ProductName): (Likeness & { item: Item })[] {
    // Words of many products, such as "crema", tell little; in a small shop all words count alike.
    const weightOf = (word: string) => 0.2 + COMMON / (COMMON + (this.#counts.get(word) ?? 0))
    const [rarest = [], rare = []] = name.words
      .map((word) => this.#byStart.get(startOf(word)) ?? [])
      .filter((entries) => entries.length > 0)
      .toSorted((a, b) => a.length - b.length)
    const entries = [...new Set([...rarest.slice(0, MAX_COMPARED), ...rare.slice(0, MAX_COMPARED)])]
    return entries
      .flatMap((entry) => {
        const likeness = compareProducts(name, entry.name, weightOf)
        return likeness ? [{ ...likeness, item: entry.item }] : []
      })
      .toSorted((a, b) => b.score - a.score)
  }
}

const startOf = (word: string) => word.slice(0, MIN_CUT_LETTERS)

function push<Value>(map: Map<string, Value[]>, key: string, value: Value) {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}
