import { figtree600 } from './figtree-600.ts'
import { figtree800 } from './figtree-800.ts'

export interface Typeface {
  readonly glyphs: Readonly<Record<string, readonly [advance: number, path: string]>>
  readonly kerning: Readonly<Record<string, Readonly<Record<string, number>>>>
}

type Weight = 600 | 800

interface Lettering {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly fill: string
  readonly weight?: Weight
  readonly anchor?: 'start' | 'middle' | 'end'
}

const typefaces: Record<Weight, Typeface> = { 600: figtree600, 800: figtree800 }

function* placed(text: string, weight: Weight): Generator<{ path: string; at: number; end: number }> {
  const { glyphs, kerning } = typefaces[weight]
  let at = 0
  let before = ''
  for (const character of text) {
    const glyph = glyphs[character]
    if (!glyph) throw new Error(`No outline for "${character}" of "${text}"`)
    at += kerning[before]?.[character] ?? 0
    yield { path: glyph[1], at, end: at + glyph[0] }
    at += glyph[0]
    before = character
  }
}

/** How wide a line is, in pixels. */
export function widthOf(text: string, size: number, weight: Weight = 600): number {
  let width = 0
  for (const { end } of placed(text, weight)) width = end
  return (width * size) / 1000
}

/** One line of text as outlines; `y` is its base line. */
export function letter(
  text: string,
  { x, y, size, fill, weight = 600, anchor = 'start' }: Lettering,
): string {
  const back = anchor === 'start' ? 0 : widthOf(text, size, weight) * (anchor === 'middle' ? 0.5 : 1)
  const outlines = [...placed(text, weight)]
    .filter(({ path }) => path !== '')
    .map(({ path, at }) => `<path transform="translate(${at})" d="${path}"/>`)
  const place = `translate(${round(x - back)} ${round(y)}) scale(${size / 1000})`
  return `<g fill="${fill}" transform="${place}">${outlines.join('')}</g>`
}

interface Room {
  readonly width: number
  readonly lines: number
  readonly largest: number
  readonly smallest?: number
  readonly weight?: Weight
}

/** Breaks a text at its spaces into the fewest, largest lines that fit the room. */
export function fitLines(text: string, { width, lines, largest, smallest = 20, weight = 600 }: Room) {
  for (let size = largest; size > smallest; size -= 2) {
    const broken = breakLines(text, width, size, weight)
    if (broken.length <= lines && broken.every((line) => widthOf(line, size, weight) <= width)) {
      return { lines: broken, size }
    }
  }
  return { lines: breakLines(text, width, smallest, weight).slice(0, lines), size: smallest }
}

function breakLines(text: string, width: number, size: number, weight: Weight): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word
    if (lines.length && widthOf(longer, size, weight) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const round = (value: number) => Math.round(value * 10) / 10
