import { isCommonName, isGivenName } from './common-names.ts'
import { isOneEditApart } from './one-edit.ts'
import { fold } from './text.ts'

/** A person's name as folded words. */
export type NameWords = { given: string[]; last: string[] }

/** Small words inside names: María de los Ángeles, Juan de la Fuente. */
const PARTICLES = new Set(['de', 'del', 'la', 'las', 'los', 'y'])

export const isParticle = (word: string) => PARTICLES.has(word)

/** Words of a company's name, behind or before a person's. */
const COMPANY = new Set(
  `spa ltda limitada eirl sa sociedad comercial comercializadora inversiones servicios empresa asesorias constructora
  transportes agricola fundacion corporacion`.split(/\s+/),
)

/** The folded words of a name, without particles. An apostrophe joins (O'Higgins), a hyphen separates (Pérez-Soto). */
export const nameWords = (name: string): string[] =>
  fold(name)
    .replace(/['’´`]/g, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word && !isParticle(word))

/** The minimum letters of a cut name that may stand for a whole one: `FER` for Fernando; `J` could be anybody. */
const MIN_CUT_LETTERS = 3
/** The minimum letters of a name in which a typing error is accepted; of short names too many are alike. */
const MIN_SLIP_LETTERS = 4

/**
 * Whether a payer's words are surely a person's name: the first given name and the first last name, where one may be cut or have
 * one typing error, and no word that contradicts. Banks write last names before or behind given names (docs/payments.md#which-order-a-transfer-pays).
 */
export function isSameName(words: readonly string[], name: NameWords): boolean {
  if (words.some((word) => COMPANY.has(word))) return false
  return words.slice(1).some((_, index) => {
    const [start, end] = [words.slice(0, index + 1), words.slice(index + 1)]
    return fitsName({ given: start, last: end }, name) || fitsName({ given: end, last: start }, name)
  })
}

function fitsName(payer: NameWords, name: NameWords): boolean {
  const isWholeGiven = payer.given[0] === name.given[0]
  const isWholeLast = payer.last[0] === name.last[0]
  if (!isWholeGiven && !(isWholeLast && isNearlyGiven(payer.given[0], name.given[0]))) return false
  if (!isWholeLast && !isNearly(payer.last[0], name.last[0])) return false
  return (
    payer.last.length <= Math.max(2, name.last.length) &&
    payer.last.slice(1).every((word, index) => agrees(word, name.last[index + 1])) &&
    payer.given
      .slice(1)
      .every((word, index) =>
        name.given[index + 1] ? agrees(word, name.given[index + 1]) : isGivenName(word) || word.length === 1,
      )
  )
}

/** Whether a payer's word is the name cut, or with one typing error. */
function isNearly(word = '', name = ''): boolean {
  const isCut = word.length >= MIN_CUT_LETTERS && name.startsWith(word) && !isCommonName(word)
  return isCut || isTypingError(word, name)
}

/** As {@link isNearly}, but the last letter of a given name counts, since it tells brother from sister: Eugenio, Eugenia. */
const isNearlyGiven = (word = '', name = '') =>
  isNearly(word, name) && ![name, name.slice(0, -1)].includes(word.slice(0, -1)) && word !== name.slice(0, -1)

const isTypingError = (a: string, b: string) =>
  Math.min(a.length, b.length) >= MIN_SLIP_LETTERS &&
  !(isCommonName(a) && isCommonName(b)) &&
  isOneEditApart(a, b)

/** Whether a second given name or last name doesn't contradict the person's; `S` agrees with Soto. */
const agrees = (word: string, name = '') =>
  !name ||
  word === name ||
  (name.startsWith(word) && !isCommonName(word)) ||
  (name.length <= 2 && word.startsWith(name)) ||
  isTypingError(word, name)

/** Whether two words could be the same name: one of them cut, even to one letter, or with a typing error, or both. */
export function mayBeSameWord(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.startsWith(short)) return true
  if (short.length < MIN_CUT_LETTERS) return false
  return [-1, 0, 1].some((more) => isOneEditApart(short, long.slice(0, short.length + more)))
}

/** Whether a payer's words could be a person's name: two words or more, and one name's words are all in the other. */
export function isSimilarName(words: readonly string[], name: NameWords): boolean {
  const own = [...name.given, ...name.last]
  const [shorter, longer] = words.length <= own.length ? [words, own] : [own, words]
  return shorter.length >= 2 && areAllIn(shorter, longer)
}

/** Whether each word has a word of its own among the others. */
const areAllIn = ([word, ...rest]: readonly string[], others: readonly string[]): boolean =>
  word === undefined ||
  others.some((other, at) => mayBeSameWord(word, other) && areAllIn(rest, others.toSpliced(at, 1)))
