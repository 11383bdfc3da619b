import { THERAPY_WORDS } from './therapy-words.ts'

/** Groups of letters that sound similar in Spanish, or are often confused in typing. */
const CONFUSED_LETTERS = ['bv', 'csz', 'ckq', 'gj', 'iy', 'lly', 'mn', 'sx', 'cx']
const SIMILAR_SOUND_SLIPS = 0.25
const SWAP_SLIPS = 0.75
const DOUBLED_LETTER_SLIPS = 0.5
/** A missing letter counts a little less than an added or changed one, because it is a more frequent error. */
const OMISSION_SLIPS = 0.9

/** The penalty for a word that isn't complete, which is less likely. */
const UNFINISHED_SLIPS = 0.5

/** Prefixes before the part of a word that distinguishes therapies: antitusivo, antiviral; hipotensor, hipertensor. */
const PREFIX = /^(anti|hiper|hipo|hidro|inmuno|levo|dex|des|metil)/

/** Candidates with this many slips more than the best are dropped. */
const MAX_EXTRA_SLIPS = 1
const MAX_CORRECTIONS = 4

const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz']

/** The letters that each letter is confused with. */
const CONFUSED_WITH = new Map(
  ALPHABET.map((letter) => [letter, CONFUSED_LETTERS.filter((group) => group.includes(letter)).join('')]),
)
const areConfused = (a = '', b = '') => CONFUSED_WITH.get(a)?.includes(b) ?? false
const areAlike = (a?: string, b?: string) => a === b || areConfused(a, b)

/** The most slips for a word's length: none in short words, where every letter makes another word. */
function allowedSlips(word: string): number {
  const length = word.replace(PREFIX, '').length
  return length < 4 ? 0 : length === 4 ? SWAP_SLIPS : length < 8 ? 1 : length < 12 ? 1.5 : 2
}

/** The cost of an extra or missing letter: less for a silent or doubled one. */
function slipOf(letter: string, before: string | undefined, otherwise: number): number {
  if (letter === 'h') return SIMILAR_SOUND_SLIPS
  if (letter === 'u' && (before === 'q' || before === 'g')) return SIMILAR_SOUND_SLIPS
  return letter === before ? DOUBLED_LETTER_SLIPS : otherwise
}

const A = 'a'.charCodeAt(0)
const LETTERS = ALPHABET.length
/** The costs by pairs of letters, where one follows or replaces the other. The index after the alphabet means no letter. */
const costs = (cost: (one: string, other: string) => number) =>
  Float64Array.from({ length: (LETTERS + 1) * LETTERS }, (_, index) =>
    cost(ALPHABET[Math.floor(index / LETTERS)] ?? '', ALPHABET[index % LETTERS]!),
  )
const CHANGED = costs((one, other) => (one === other ? 0 : areConfused(one, other) ? SIMILAR_SOUND_SLIPS : 1))
const ADDED = costs((before, letter) => slipOf(letter, before, 1))
const OMITTED = costs((before, letter) => slipOf(letter, before, OMISSION_SLIPS))

/** The longest word of the catalogue's vocabulary (migrations/baseline/search.ts). */
const MAX_LETTERS = 60
/** The rows of {@link countSlips}, reused because each search counts many words. */
const ROWS = Array.from({ length: 3 }, () => new Float64Array(MAX_LETTERS + 1))

type Slips = { whole: number; begun: number }
const TOO_MANY: Slips = { whole: Number.POSITIVE_INFINITY, begun: Number.POSITIVE_INFINITY }

/**
 * The slips from one word to the other: an edit distance in which similar sounds cost little; first letters must sound similar. `begun`
 * is the distance to the nearest beginning of the other word. {@link TOO_MANY} when both are more than the allowed ones.
 */
function countSlips(word: string, other: string, allowed: number): Slips {
  if (!sameStart(word, other)) return TOO_MANY
  let [beforeLast, last, row] = ROWS as [Float64Array, Float64Array, Float64Array]
  for (let j = 0; j <= other.length; j += 1) row[j] = j
  let [leastOfLast, least] = [0, 0]
  let a0 = LETTERS
  for (let i = 1; i <= word.length; i += 1) {
    ;[beforeLast, last, row] = [last, row, beforeLast]
    leastOfLast = least
    const a = word.charCodeAt(i - 1) - A
    const added = ADDED[a0 * LETTERS + a]!
    row[0] = i
    least = i
    let b0 = LETTERS
    for (let j = 1; j <= other.length; j += 1) {
      const b = other.charCodeAt(j - 1) - A
      const isSwapped = a === b0 && a0 === b && a !== b
      const slips = Math.min(
        last[j - 1]! + CHANGED[a * LETTERS + b]!,
        last[j]! + added,
        row[j - 1]! + OMITTED[b0 * LETTERS + b]!,
        isSwapped ? beforeLast[j - 2]! + SWAP_SLIPS : Number.POSITIVE_INFINITY,
      )
      row[j] = slips
      if (slips < least) least = slips
      b0 = b
    }
    a0 = a
    // Slips never decrease, but two swapped letters continue from the row before the last.
    if (least > allowed && leastOfLast > allowed) return TOO_MANY
  }
  return {
    whole: row[other.length]!,
    begun: Math.min(...row.subarray(Math.max(0, word.length - 1), other.length + 1)),
  }
}

/** The first letter that isn't silent. */
const firstSound = (word: string) => (word[0] === 'h' ? word[1] : word[0])
const sameStart = (word: string, other: string) => areAlike(firstSound(word), firstSound(other))

/** The first letters of the words that a word may be corrected to. */
export const firstLettersLike = (word: string): string[] =>
  [...'abcdefghijklmnopqrstuvwxyz'].filter((letter) => letter === 'h' || areAlike(firstSound(word), letter))

/** The words of therapy by their first letters. */
const THERAPY_BY_LETTER = Map.groupBy(THERAPY_WORDS, (word) => word[0]!)

/**
 * The likeliest corrections of a word, best first. None for a word of therapy, or when the best is one outside the catalogue; only the
 * best when it is a word of therapy in the catalogue.
 *
 * @param unfinished whether the person may still be typing the word
 */
export function correctWord(word: string, vocabulary: readonly string[], unfinished: boolean): string[] {
  const allowed = allowedSlips(word)
  if (allowed === 0 || word.length > MAX_LETTERS || THERAPY_WORDS.has(word) || /[^a-z]/.test(word)) return []
  const prefix = PREFIX.exec(word)?.[0] ?? ''
  const known = new Set(vocabulary)
  const found: { word: string; slips: number }[] = []
  const therapies = firstLettersLike(word).flatMap((letter) => THERAPY_BY_LETTER.get(letter) ?? [])
  for (const other of new Set([...known, ...therapies])) {
    // Twice the slips, because a letter may cost only half a slip.
    if (other.length < word.length - 2 * allowed || !other.startsWith(prefix)) continue
    const mayBeWhole = other.length <= word.length + 2 * allowed
    const mayBeBegun = unfinished && word.length > 4
    if (!mayBeWhole && !mayBeBegun) continue
    const { whole, begun } = countSlips(word, other, allowed)
    const slips = Math.min(
      mayBeWhole ? whole : Number.POSITIVE_INFINITY,
      mayBeBegun ? begun + UNFINISHED_SLIPS : Number.POSITIVE_INFINITY,
    )
    if (slips <= allowed) found.push({ word: other, slips })
  }
  found.sort((a, b) => a.slips - b.slips || b.word.length - a.word.length || (a.word < b.word ? -1 : 1))
  const best = found[0]
  if (!best || !known.has(best.word)) return []
  if (THERAPY_WORDS.has(best.word)) return [best.word]
  return found
    .filter((candidate) => known.has(candidate.word) && candidate.slips <= best.slips + MAX_EXTRA_SLIPS)
    .slice(0, MAX_CORRECTIONS)
    .map((candidate) => candidate.word)
}
