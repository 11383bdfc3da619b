import { drawLogo, drawSeal, ink, type PrintedPack, packText, paper, sealWidth, signature } from './label.ts'
import { shadow } from './scene.ts'
import { drawText } from './text.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly depth: number
}

/** Slopes of the front (to the right) and of the narrow side (to the left): the view is slightly from above. */
const frontRise = 0.05
const sideRise = 0.42

/** A cardboard box; the upper end of its nearest edge is at x, y. */
export function box(pack: PrintedPack, { x, y, width, height, depth }: Box): string {
  const { supplier } = pack
  const { colour, boxDesign } = supplier
  const far = x - depth
  const farY = y - depth * sideRise
  const right = x + width
  const rightY = y - width * frontRise
  const sideFill = boxDesign === 'full' || boxDesign === 'band' ? colour : '#eef3f0'
  const logoFill = sideFill === colour ? '#ffffff' : colour
  const logoSize = depth * 0.5
  const side = `M${x} ${y}V${y + height}L${far} ${farY + height}V${farY}Z`
  const top = `M${x} ${y}L${right} ${rightY}L${right - depth} ${rightY - depth * sideRise}L${far} ${farY}Z`
  return [
    shadow(x + width * 0.42, y + height + 4, width * 0.68, 54),
    `<path d="${side}" fill="${sideFill}"/>`,
    `<g transform="matrix(1 ${sideRise} 0 1 ${far} ${farY})">${drawLogo(supplier, depth * 0.25, height - logoSize - 34, logoSize, logoFill)}</g>`,
    `<path d="${side}" fill="#0b1f1a" opacity=".17"/>`,
    `<path d="${top}" fill="${colour}"/>`,
    `<path d="${top}" fill="#fff" opacity=".22"/>`,
    `<g transform="matrix(1 ${-frontRise} 0 1 ${x} ${y})">${boxFront(pack, width, height)}`,
    `<rect width="${width}" height="${height}" fill="url(#sheen)"/></g>`,
    `<path d="M${x} ${y}V${y + height}" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>`,
  ].join('')
}

/**
 * The front of a box, `width` × `height` from 0, 0, in its supplier's design. Text stays in the upper part, because the
 * contents hide the lower one.
 */
function boxFront(pack: PrintedPack, width: number, height: number): string {
  const { supplier } = pack
  const { colour, accent, boxDesign } = supplier
  const tall = height > width
  const pad = tall ? 34 : 38
  const head = pad + 34
  const white = `<rect width="${width}" height="${height}" fill="${paper}"/>`
  // A tall box is too narrow for signature and seal in one row: its seal comes below the text.
  const sealed = pack.bioequivalent
  const headSeal = sealed && !tall ? drawSeal(width - pad, head + 12, 22) : ''
  const watermark = tall
    ? `<g opacity=".1">${drawLogo(supplier, width * 0.34, height * 0.56, width * 0.62, colour)}</g>`
    : ''
  const sign = (fill: string, logoFill: string, x = pad) => signature(supplier, x, head, 34, fill, logoFill)
  const body = (x: number, y: number, titleFill: string, textFill: string) => {
    const area = {
      x,
      y,
      width: width - x - pad,
      height: (tall ? height * 0.62 : height - (boxDesign === 'full' ? 64 : 30)) - y,
      largest: 78,
      titleFill,
      textFill,
    }
    const { svg, end } = packText(pack, area)
    const below = sealed && tall ? drawSeal(x + sealWidth(20), end + 66, 20) : ''
    return { svg: svg + below, end }
  }

  switch (boxDesign) {
    case 'crown': {
      const crown = `M0 0H${width}V${head + 8}Q${width * 0.55} ${head + 62} 0 ${head + 20}Z`
      return `${white}${watermark}<path d="${crown}" transform="translate(0 13)" fill="${accent}"/><path d="${crown}" fill="${colour}"/>${sign('#fff', accent)}${headSeal}${body(pad, head + 82, colour, ink).svg}`
    }
    case 'band': {
      const band = Math.round(width * 0.13)
      const x = band + 10 + pad
      return `${white}${watermark}<rect width="${band}" height="${height}" fill="${colour}"/><rect x="${band}" width="10" height="${height}" fill="${accent}"/>${drawLogo(supplier, band * 0.18, pad, band * 0.64, '#fff')}${drawText(supplier.short, { x, y: head, size: 31, weight: 800, fill: colour })}${headSeal}${body(x, head + 50, ink, colour).svg}`
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
