import { readFileSync } from 'node:fs'
import opentype from 'opentype.js'

type Weight = 600 | 800

interface TextStyle {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly fill: string
  readonly weight?: Weight
  readonly anchor?: 'start' | 'middle' | 'end'
}

/** The font Figtree from a package, because a server may have no fonts installed. */
const fonts = {
  600: readFont(import.meta.resolve('@fontsource/figtree/files/figtree-latin-600-normal.woff')),
  800: readFont(import.meta.resolve('@fontsource/figtree/files/figtree-latin-800-normal.woff')),
}

/** Measures and draws lines of text at a font size of 1,000. */
function readFont(url: string) {
  const font = opentype.parse(readFileSync(new URL(url)))
  return {
    width: memoized((text) => font.getAdvanceWidth(text, 1000)),
    outline: memoized((text) => {
      const missing = [...text].find((character) => !font.hasChar(character))
      if (missing) throw new Error(`No outline for "${missing}" of "${text}"`)
      return font.getPath(text, 0, 0, 1000).toPathData(0)
    }),
  }
}

/** Caches results by text: fitting measures the same line at many sizes, and measuring is slow. */
function memoized<T>(make: (text: string) => T) {
  const known = new Map<string, T>()
  return (text: string): T => {
    const value = known.get(text) ?? make(text)
    known.set(text, value)
    return value
  }
}

/** The width of a line, in pixels. */
export function textWidth(text: string, size: number, weight: Weight = 600): number {
  return (fonts[weight].width(text) * size) / 1000
}

/** Draws a line of text as an outline; `y` is its baseline. */
export function drawText(
  text: string,
  { x, y, size, fill, weight = 600, anchor = 'start' }: TextStyle,
): string {
  const offset = anchor === 'start' ? 0 : textWidth(text, size, weight) * (anchor === 'middle' ? 0.5 : 1)
  const place = `translate(${round(x - offset)} ${round(y)}) scale(${size / 1000})`
  return `<path fill="${fill}" transform="${place}" d="${fonts[weight].outline(text)}"/>`
}

interface TextBounds {
  readonly width: number
  readonly lines: number
  readonly largest: number
  readonly smallest?: number
  readonly weight?: Weight
}

/** Breaks a text at its spaces into lines that fit, at the largest font size that allows it. */
export function fitLines(text: string, { width, lines, largest, smallest = 20, weight = 600 }: TextBounds) {
  for (let size = largest; size > smallest; size -= 2) {
    const broken = breakLines(text, width, size, weight)
    if (broken.length <= lines && broken.every((line) => textWidth(line, size, weight) <= width)) {
      return { lines: broken, size }
    }
  }
  return { lines: breakLines(text, width, smallest, weight).slice(0, lines), size: smallest }
}

function breakLines(text: string, width: number, size: number, weight: Weight): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word
    if (lines.length && textWidth(longer, size, weight) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const round = (value: number) => Math.round(value * 10) / 10
