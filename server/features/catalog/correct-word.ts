import { THERAPY_WORDS } from './therapy-words.ts'

/** Letters that sound alike in Spanish, or that keyboards and ears confuse. */
const ALIKE = ['bv', 'csz', 'ckq', 'gj', 'iy', 'lly', 'mn', 'sx', 'cx']
const SOUNDS_ALIKE = 0.25
const SWAPPED = 0.75
const DOUBLED = 0.5
/** Fingers leave letters out more often than they add or change any. */
const LEFT_OUT = 0.9

/** A word that may go on is less likely than one that is complete. */
const UNFINISHED = 0.5

/** What may precede the part that tells one therapy from another: antitusivo, antiviral; hipotensor, hipertensor. */
const PREFIX = /^(anti|hiper|hipo|hidro|inmuno|levo|dex|des|metil)/

/** Candidates so much less likely than the best aren't candidates. */
const MARGIN = 1
const MAX_CORRECTIONS = 4

const LETTERS = 128
const codeOf = (letter: string) => letter.charCodeAt(0)
const [H, Q, G, U] = [codeOf('h'), codeOf('q'), codeOf('g'), codeOf('u')]

/** For each pair of letters whether they sound alike. */
const ALIKE_PAIRS = new Uint8Array(LETTERS * LETTERS)
for (const group of ALIKE)
  for (const a of group) for (const b of group) ALIKE_PAIRS[codeOf(a) * LETTERS + codeOf(b)] = 1
const alike = (a: number, b: number) => ALIKE_PAIRS[a * LETTERS + b] === 1

/** How many slips a word of this length may have: none in short words, where every letter makes another word. */
function allowedSlips(word: string): number {
  const length = word.replace(PREFIX, '').length
  return length < 4 ? 0 : length === 4 ? SWAPPED : length < 8 ? 1 : length < 12 ? 1.5 : 2
}

/**
 * How many slips turn one word into the other: an edit distance in which slips that sound alike count little. The first letter
 * must sound alike. `begun` counts the slips to the likeliest beginning of the other word. Both are infinite when they are more
 * than `most`, which most pairs of words are long before their ends.
 */
function countSlips(word: string, other: string, most: number): { whole: number; begun: number } {
  if (!sameStart(word, other)) return FAR
  let [beforeLast, last, row] = rows
  for (let j = 0; j <= other.length; j += 1) last[j] = j
  for (let j = 1; j <= other.length; j += 1) leftOut[j] = slipOf(other, j - 1, LEFT_OUT)
  let leastOfLast = 0
  for (let i = 1; i <= word.length; i += 1) {
    row[0] = i
    let least = i
    const a = word.charCodeAt(i - 1)
    const before = i > 1 ? word.charCodeAt(i - 2) : NONE
    const tooMany = slipOf(word, i - 1, 1)
    let b0 = NONE
    for (let j = 1; j <= other.length; j += 1) {
      const b = other.charCodeAt(j - 1)
      let slips = last[j - 1]! + (a === b ? 0 : alike(a, b) ? SOUNDS_ALIKE : 1)
      slips = Math.min(slips, last[j]! + tooMany, row[j - 1]! + leftOut[j]!)
      if (a === b0 && before === b && a !== b) slips = Math.min(slips, beforeLast[j - 2]! + SWAPPED)
      row[j] = slips
      if (slips < least) least = slips
      b0 = b
    }
    // A swap of letters looks back at two rows.
    if (least > most && leastOfLast > most) return FAR
    leastOfLast = least
    const oldest = beforeLast
    beforeLast = last
    last = row
    row = oldest
  }
  let begun = Number.POSITIVE_INFINITY
  for (let j = Math.max(0, word.length - 1); j <= other.length; j += 1) begun = Math.min(begun, last[j]!)
  return { whole: last[other.length]!, begun }
}
const FAR = { whole: Number.POSITIVE_INFINITY, begun: Number.POSITIVE_INFINITY }
const NONE = 0
/** Rows of the distances, and the slip that each letter of the other word is: used again for each pair of words. */
const rows: [number[], number[], number[]] = [[], [], []]
const leftOut: number[] = []

/** The place of the first letter that is heard. */
const soundAt = (word: string) => word.charCodeAt(word.charCodeAt(0) === H ? 1 : 0)
const sameStart = (word: string, other: string) => {
  const [a, b] = [soundAt(word), soundAt(other)]
  return a === b || alike(a, b)
}

/** A letter too many or too few: a silent one, or one that is doubled, is half a slip. */
function slipOf(word: string, at: number, otherwise: number): number {
  const letter = word.charCodeAt(at)
  const before = at > 0 ? word.charCodeAt(at - 1) : NONE
  if (letter === H) return SOUNDS_ALIKE
  if (letter === U && (before === Q || before === G)) return SOUNDS_ALIKE
  return letter === before ? DOUBLED : otherwise
}

/**
 * The words of the vocabulary that somebody may have meant, the likeliest first. None for a word of therapy, or when a word
 * of therapy that the catalogue doesn't have is likelier; only one when that is a word of therapy.
 *
 * @param unfinished somebody may still be typing the word
 */
export function correctWord(word: string, vocabulary: readonly string[], unfinished: boolean): string[] {
  const allowed = allowedSlips(word)
  if (allowed === 0 || THERAPY_WORDS.has(word) || /[^a-z]/.test(word)) return []
  const prefix = PREFIX.exec(word)?.[0] ?? ''
  const known = new Set(vocabulary)
  const found: { word: string; slips: number }[] = []
  for (const other of new Set([...known, ...THERAPY_WORDS])) {
    // Half a slip may be a letter.
    if (other.length < word.length - 2 * allowed || !other.startsWith(prefix)) continue
    const mayBeWhole = other.length <= word.length + 2 * allowed
    const mayBeBegun = unfinished && word.length > 4
    if (!mayBeWhole && !mayBeBegun) continue
    const { whole, begun } = countSlips(word, other, allowed)
    const slips = Math.min(
      mayBeWhole ? whole : Number.POSITIVE_INFINITY,
      mayBeBegun ? begun + UNFINISHED : Number.POSITIVE_INFINITY,
    )
    if (slips <= allowed) found.push({ word: other, slips })
  }
  found.sort((a, b) => a.slips - b.slips || b.word.length - a.word.length || (a.word < b.word ? -1 : 1))
  const best = found[0]
  if (!best || !known.has(best.word)) return []
  if (THERAPY_WORDS.has(best.word)) return [best.word]
  return found
    .filter((candidate) => known.has(candidate.word) && candidate.slips <= best.slips + MARGIN)
    .slice(0, MAX_CORRECTIONS)
    .map((candidate) => candidate.word)
}
