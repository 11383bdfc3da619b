import type { Supplier } from '../suppliers.ts'
import { drawText, fitLines, textWidth } from './text.ts'

/** A pack with the text printed on it. */
export interface PrintedPack {
  readonly supplier: Supplier
  readonly title: string
  readonly strength: string
  /** Form and quantity: `30 comprimidos recubiertos`, `Gotas · 15 ml`. */
  readonly detail: string
  /** Colour of the tablets, of the liquid or of the container. */
  readonly tint: string
  readonly bioequivalent: boolean
}

export const ink = '#18302b'
export const paper = '#fdfefd'

/** A supplier's logo, `size` pixels wide, with its upper left corner at x, y. */
export function drawLogo({ logo }: Supplier, x: number, y: number, size: number, fill: string): string {
  return `<path transform="translate(${x} ${y}) scale(${size / 100})" d="${logo}" fill="${fill}"/>`
}

const sealText = 'BIOEQUIVALENTE'
export const sealWidth = (size: number) => textWidth(sealText, size, 800) + size * 1.1

/** The yellow seal of bioequivalent medicines, with its lower right corner at x, y. */
export function drawSeal(x: number, y: number, size: number): string {
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
  return `<rect x="${x - width}" y="${y - height}" width="${width}" height="${height}" rx="${size * 0.35}" fill="#f7d117"/>${drawText(sealText, text)}`
}

interface TextArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly largest: number
  readonly titleFill: string
  readonly textFill: string
  readonly anchor?: 'start' | 'middle'
}

/** Title, strength and detail below one another, as large as the area allows; `end` is the lower edge of the text. */
export function packText(pack: PrintedPack, area: TextArea): { svg: string; end: number } {
  const { x, y, width, anchor = 'start', titleFill, textFill } = area
  const drawAt = (largest: number) => {
    const lines: string[] = []
    const title = fitLines(pack.title, { width, lines: 3, largest, weight: 800 })
    let at = y - title.size * 0.24
    for (const line of title.lines) {
      at += title.size * 1.04
      lines.push(drawText(line, { x, y: at, size: title.size, weight: 800, fill: titleFill, anchor }))
    }
    if (pack.strength) {
      const { size } = fitLines(pack.strength, { width, lines: 1, largest: largest * 0.74, weight: 800 })
      at += size * 1.2
      lines.push(drawText(pack.strength, { x, y: at, size, weight: 800, fill: textFill, anchor }))
    }
    const detail = fitLines(pack.detail, { width, lines: 2, largest: largest * 0.46 })
    at += detail.size * 0.3
    for (const line of detail.lines) {
      at += detail.size * 1.24
      lines.push(drawText(line, { x, y: at, size: detail.size, fill: textFill, anchor }))
    }
    return { svg: lines.join(''), end: at + detail.size * 0.25 }
  }
  let { largest } = area
  let drawn = drawAt(largest)
  while (drawn.end > y + area.height && largest > 24) {
    largest -= 4
    drawn = drawAt(largest)
  }
  return drawn
}

/** The supplier's logo and name in a row, `size` pixels high, with the baseline at y. */
export function signature(
  supplier: Supplier,
  x: number,
  y: number,
  size: number,
  fill: string,
  logoFill = fill,
) {
  return (
    drawLogo(supplier, x, y - size * 0.84, size, logoFill) +
    drawText(supplier.short, { x: x + size * 1.28, y, size: size * 0.92, weight: 800, fill })
  )
}

export function signatureWidth({ short }: Supplier, size: number): number {
  return size * 1.28 + textWidth(short, size * 0.92, 800)
}
