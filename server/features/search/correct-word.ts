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

/** The cost of one letter in place of another. */
const changeOf = (one: string, other: string) =>
  one === other ? 0 : areConfused(one, other) ? SIMILAR_SOUND_SLIPS : 1

/** The longest word of the catalogue's vocabulary (migrations/baseline/search.ts). */
const MAX_LETTERS = 60

type Slips = { whole: number; begun: number }
const TOO_MANY: Slips = { whole: Number.POSITIVE_INFINITY, begun: Number.POSITIVE_INFINITY }

/**
 * The slips from one word to the other: an edit distance in which similar sounds cost little; first letters must sound similar. `begun`
 * is the distance to the nearest beginning of the other word.
 */
function countSlips(word: string, other: string): Slips {
  if (!sameStart(word, other)) return TOO_MANY
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= word.length; i += 1) {
    const row = [i]
    const [letter, before] = [word[i - 1]!, word[i - 2]]
    const added = slipOf(letter, before, 1)
    for (let j = 1; j <= other.length; j += 1) {
      const [wanted, wantedBefore] = [other[j - 1]!, other[j - 2]]
      const isSwapped = letter === wantedBefore && before === wanted && letter !== wanted
      row[j] = Math.min(
        last[j - 1]! + changeOf(letter, wanted),
        last[j]! + added,
        row[j - 1]! + slipOf(wanted, wantedBefore, OMISSION_SLIPS),
        isSwapped ? beforeLast[j - 2]! + SWAP_SLIPS : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = row
  }
  return { whole: last[other.length]!, begun: Math.min(...last.slice(Math.max(0, word.length - 1))) }
}

/** The first letter that isn't silent. */
const firstSound = (word: string) => (word[0] === 'h' ? word[1] : word[0])
const sameStart = (word: string, other: string) => areAlike(firstSound(word), firstSound(other))

/** The first letters of the words that a word may be corrected to. */
export const firstLettersLike = (word: string): string[] =>
  ALPHABET.filter((letter) => letter === 'h' || areAlike(firstSound(word), letter))

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
    const { whole, begun } = countSlips(word, other)
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
