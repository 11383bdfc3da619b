import type { Laboratory } from '../laboratories.ts'
import { fitLines, letter, widthOf } from './lettering.ts'

/** What stands on a pack. */
export interface Print {
  readonly title: string
  readonly strength: string
  readonly detail: string
  readonly bioequivalent: boolean
}

const ink = '#18302b'
const paper = '#fdfefd'

/** A laboratory's mark, `size` pixels wide, with its left upper corner at x, y. */
export function mark({ mark: path }: Laboratory, x: number, y: number, size: number, fill: string): string {
  return `<path transform="translate(${x} ${y}) scale(${size / 100})" d="${path}" fill="${fill}"/>`
}

const sealText = 'BIOEQUIVALENTE'
const sealWidth = (size: number) => widthOf(sealText, size, 800) + size * 1.1

/** The yellow seal of bioequivalent medicines, its right lower corner at x, y. */
function seal(x: number, y: number, size: number): string {
  const width = sealWidth(size)
  const height = size * 1.9
  const text = {
    x: x - width / 2,
    y: y - height * 0.32,
    size,
    weight: 800,
    fill: '#2b2604',
    anchor: 'middle',
  } as const
  return `<rect x="${x - width}" y="${y - height}" width="${width}" height="${height}" rx="${size * 0.35}" fill="#f7d117"/>${letter(sealText, text)}`
}

interface Room {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly largest: number
  readonly titleFill: string
  readonly textFill: string
  readonly anchor?: 'start' | 'middle'
}

/** Name, strength and content below one another, as large as the room lets them be; answers where they end, too. */
export function words(print: Print, room: Room): { svg: string; end: number } {
  const { x, y, width, anchor = 'start', titleFill, textFill } = room
  const tryAt = (largest: number) => {
    const out: string[] = []
    const title = fitLines(print.title, { width, lines: 3, largest, weight: 800 })
    let at = y - title.size * 0.24
    for (const line of title.lines) {
      at += title.size * 1.04
      out.push(letter(line, { x, y: at, size: title.size, weight: 800, fill: titleFill, anchor }))
    }
    if (print.strength) {
      const { size } = fitLines(print.strength, { width, lines: 1, largest: largest * 0.74, weight: 800 })
      at += size * 1.2
      out.push(letter(print.strength, { x, y: at, size, weight: 800, fill: textFill, anchor }))
    }
    const detail = fitLines(print.detail, { width, lines: 2, largest: largest * 0.46 })
    at += detail.size * 0.3
    for (const line of detail.lines) {
      at += detail.size * 1.24
      out.push(letter(line, { x, y: at, size: detail.size, fill: textFill, anchor }))
    }
    return { svg: out.join(''), end: at + detail.size * 0.25 }
  }
  let { largest } = room
  let tried = tryAt(largest)
  while (tried.end > y + room.height && largest > 24) {
    largest -= 4
    tried = tryAt(largest)
  }
  return tried
}

/** The laboratory's mark and name in a row, `size` high, its base line at y. */
export function signature(
  laboratory: Laboratory,
  x: number,
  y: number,
  size: number,
  fill: string,
  markFill = fill,
) {
  return (
    mark(laboratory, x, y - size * 0.84, size, markFill) +
    letter(laboratory.short, { x: x + size * 1.28, y, size: size * 0.92, weight: 800, fill })
  )
}

export function signatureWidth({ short }: Laboratory, size: number): number {
  return size * 1.28 + widthOf(short, size * 0.92, 800)
}

/**
 * The front of a pack, `width` × `height` from 0, 0, in the design of its laboratory. Words stay in its upper part,
 * since what is inside stands before the lower one.
 */
export function face(laboratory: Laboratory, print: Print, width: number, height: number): string {
  const { colour, accent, design } = laboratory
  const tall = height > width
  const pad = tall ? 34 : 38
  const head = pad + 34
  const white = `<rect width="${width}" height="${height}" fill="${paper}"/>`
  // A tall pack is too narrow for both in one row: its seal comes below the words.
  const sealed = print.bioequivalent
  const headSeal = sealed && !tall ? seal(width - pad, head + 12, 22) : ''
  const watermark = tall
    ? `<g opacity=".1">${mark(laboratory, width * 0.34, height * 0.56, width * 0.62, colour)}</g>`
    : ''
  const sign = (fill: string, markFill: string, x = pad) => signature(laboratory, x, head, 34, fill, markFill)
  const body = (x: number, y: number, titleFill: string, textFill: string) => {
    const room = {
      x,
      y,
      width: width - x - pad,
      height: (tall ? height * 0.62 : height - (design === 'full' ? 64 : 30)) - y,
      largest: 78,
      titleFill,
      textFill,
    }
    const { svg, end } = words(print, room)
    const below = sealed && tall ? seal(x + sealWidth(20), end + 66, 20) : ''
    return { svg: svg + below, end }
  }

  switch (design) {
    case 'crown': {
      const crown = `M0 0H${width}V${head + 8}Q${width * 0.55} ${head + 62} 0 ${head + 20}Z`
      return `${white}${watermark}<path d="${crown}" transform="translate(0 13)" fill="${accent}"/><path d="${crown}" fill="${colour}"/>${sign('#fff', accent)}${headSeal}${body(pad, head + 82, colour, ink).svg}`
    }
    case 'band': {
      const band = Math.round(width * 0.13)
      const x = band + 10 + pad
      return `${white}${watermark}<rect width="${band}" height="${height}" fill="${colour}"/><rect x="${band}" width="10" height="${height}" fill="${accent}"/>${mark(laboratory, band * 0.18, pad, band * 0.64, '#fff')}${letter(laboratory.short, { x, y: head, size: 31, weight: 800, fill: colour })}${headSeal}${body(x, head + 50, ink, colour).svg}`
    }
    case 'corner': {
      const swoosh = (from: number, rise: number) =>
        `M${width} ${height * rise}V${height}H${width * from}Q${width * 0.88} ${height * (0.5 + rise / 2)} ${width} ${height * rise}Z`
      return `${white}<path d="${swoosh(0.3, 0.5)}" fill="${accent}"/><path d="${swoosh(0.46, 0.64)}" fill="${colour}"/>${sign(ink, colour)}${headSeal}${body(pad, head + 50, colour, ink).svg}`
    }
    case 'full': {
      const slash = (from: number, thick: number) =>
        `M0 ${height * from}L${width} ${height * (from - 0.14)}V${height * (from - 0.14 + thick)}L0 ${height * (from + thick)}Z`
      return `<rect width="${width}" height="${height}" fill="${colour}"/><path d="${slash(0.9, 0.06)}" fill="${accent}" opacity=".85"/><path d="${slash(0.975, 0.018)}" fill="${accent}" opacity=".6"/>${sign('#fff', accent)}${headSeal}${body(pad, head + 50, '#fff', '#fff').svg}`
    }
    case 'belt': {
      const top = head + 28
      const { svg, end } = body(pad, top + 34, '#fff', '#fff')
      const belt = end + (sealed && tall ? 96 : 26) - top
      return `${white}${watermark}<rect y="${top}" width="${width}" height="${belt}" fill="${colour}"/><rect y="${top + belt}" width="${width}" height="12" fill="${accent}"/>${sign(colour, colour)}${headSeal}${svg}`
    }
  }
}
