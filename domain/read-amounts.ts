import { type Unit, unitOf } from './content-units.ts'
import { fold } from './text.ts'

type Token = { text: string; kind: 'number' | 'word' | 'sign'; start: number; end: number }

/** A part of a presentation: a number with its unit (`word` as written), a number alone, a unit alone, a linking word, or anything else. */
export type Part =
  | { is: 'amount'; value: number; unit: Unit; trusted: boolean; added: boolean; word?: string }
  | { is: 'number'; value: number; added: boolean; trusted: boolean }
  | { is: 'unit'; unit: Unit }
  | { is: 'link'; text: string }
  | { is: 'other'; text: string }

/** The largest volume, in millilitres, that a strength is stated for: "125 MG/5 ML". */
export const MAX_DOSE_ML = 10

const LINKS = new Set(['x', 'de', 'con', 'por', 'c', 'en'])

function tokens(text: string): Token[] {
  const found: Token[] = []
  const folded = fold(text)
    .replaceAll('×', 'x')
    .replace(/frascos?[\s-]*ampollas?/g, 'frascoampolla')
    .replace(/jeringas?[\s-]+prellenadas?/g, 'jeringa')
  for (const match of folded.matchAll(/(\d+(?:[.,]\d+)*)|(\p{L}+)|(\S)/gu)) {
    const [text] = match
    const start = match.index
    const end = start + text.length
    const kind = match[1] ? 'number' : match[2] ? 'word' : 'sign'
    // In "90MGX60CAPS" the x belongs to the number behind it.
    const head = text.slice(0, -1)
    if (kind === 'word' && text.endsWith('x') && /\d/.test(folded[end] ?? '') && unitOf(head)) {
      found.push({ text: head, kind, start, end: end - 1 }, { text: 'x', kind, start: end - 1, end })
    } else found.push({ text, kind, start, end })
  }
  return found
}

/** Reads `1.000` as a thousand, `2,5` and `2.5` as two and a half. NaN for `1,000`, which can be either, and for `1.2.3`. */
export function readNumber(text: string): number {
  if (/^[1-9]\d{0,2}(\.\d{3})+(,\d{1,2})?$/.test(text))
    return Number(text.replaceAll('.', '').replace(',', '.'))
  if (/^[1-9]\d*,\d{3}$/.test(text)) return Number.NaN
  return /^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}

/** The parts of a presentation or of a product's name, in their order. Numbers that state no content are left out. */
export function readParts(text: string): Part[] {
  const all = tokens(text)
  const parts: Part[] = []
  for (let at = 0; at < all.length; at++) {
    const token = all[at]!
    const before = all[at - 1]
    if (token.kind === 'sign') {
      if (token.text !== '.') parts.push({ is: 'other', text: token.text })
      continue
    }
    if (token.kind === 'word') {
      const unit = unitOf(token.text)
      if (LINKS.has(token.text)) {
        parts.push({ is: 'link', text: token.text })
        // The slash of "c/30" and "c/u" belongs to the word.
        if (token.text === 'c' && all[at + 1]?.text === '/') at++
      } else if (unit) parts.push({ is: 'unit', unit })
      else parts.push({ is: 'other', text: token.text })
      continue
    }
    const next = all[at + 1]
    // A dot may stand before the unit: "10.COMP".
    const skips = next?.text === '.' && next.start === token.end && all[at + 2]?.start === next.end ? 2 : 1
    const unitToken = all[at + skips]
    const percent = next?.text === '%' || next?.text === '°' || next?.text === 'º'
    const value = readNumber(token.text)
    const named = unitToken?.kind === 'word' ? unitOf(unitToken.text) : undefined
    const isPart = before?.kind === 'word' && before.end === token.start && before.text !== 'x'
    // In "D3 CAP" the number belongs to the word before it.
    const unit = isPart && unitToken && unitToken.start > token.end ? undefined : named
    // A number stuck to a word (FPS50, 20MCG7DOSIS) is part of a name or mistyped, but "100MG75ML" has more than a dose's volume.
    const isBottle = before?.text === 'mg' && unit?.kind === 'volume' && value > MAX_DOSE_ML
    const stuck = isPart && !isBottle
    // The number after a slash is a denominator ("100MG/5ML", "2/20"), except in "C/30".
    const denominator = before?.text === '/' && all[at - 2]?.text !== 'c'
    const range =
      (before?.text === '-' && before.end === token.start && all[at - 2]?.end === before.start) ||
      ((before?.text === 'a' || before?.text === 'hasta') &&
        all[at - 2]?.kind !== 'sign' &&
        unit?.kind === 'mass')
    const ordinal = (before?.text === '°' || before?.text === 'º') && all[at - 2]?.text === 'n'
    const trusted = !stuck && !denominator && !range && !ordinal
    const added = before?.text === '+'
    if (percent) {
      parts.push({ is: 'amount', value, unit: PERCENT, trusted: false, added })
      at++
    } else if (unit && unitToken) {
      const numerator = all[at + skips + 1]?.text === '/' && unit.kind !== 'solid' && unit.kind !== 'piece'
      parts.push({ is: 'amount', value, unit, trusted: trusted && !numerator, added, word: unitToken.text })
      at += skips
    } else parts.push({ is: 'number', value, added, trusted })
  }
  return parts
}

const PERCENT: Unit = { name: '%', kind: 'other', factor: 1 }
