import type { Laboratory } from '../laboratories.ts'
import { face, mark, type Print } from './face.ts'
import { shadow } from './scene.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly depth: number
}

/** How much the front rises to the right, and the narrow side to the left: a box seen a little from above. */
const frontRise = 0.05
const sideRise = 0.42

/** A cardboard box whose near edge starts at x, y. */
export function box(laboratory: Laboratory, print: Print, { x, y, width, height, depth }: Box): string {
  const { colour } = laboratory
  const far = x - depth
  const farY = y - depth * sideRise
  const right = x + width
  const rightY = y - width * frontRise
  const sideFill = laboratory.design === 'full' || laboratory.design === 'band' ? colour : '#eef3f0'
  const markFill = sideFill === colour ? '#ffffff' : colour
  const markSize = depth * 0.5
  return [
    shadow(x + width * 0.42, y + height + 4, width * 0.68, 54),
    `<path d="M${x} ${y}V${y + height}L${far} ${farY + height}V${farY}Z" fill="${sideFill}"/>`,
    `<g transform="matrix(1 ${sideRise} 0 1 ${far} ${farY})">${mark(laboratory, depth * 0.25, height - markSize - 34, markSize, markFill)}</g>`,
    `<path d="M${x} ${y}V${y + height}L${far} ${farY + height}V${farY}Z" fill="#0b1f1a" opacity=".17"/>`,
    `<path d="M${x} ${y}L${right} ${rightY}L${right - depth} ${rightY - depth * sideRise}L${far} ${farY}Z" fill="${colour}"/>`,
    `<path d="M${x} ${y}L${right} ${rightY}L${right - depth} ${rightY - depth * sideRise}L${far} ${farY}Z" fill="#fff" opacity=".22"/>`,
    `<g transform="matrix(1 ${-frontRise} 0 1 ${x} ${y})">${face(laboratory, print, width, height)}`,
    `<rect width="${width}" height="${height}" fill="url(#sheen)"/></g>`,
    `<path d="M${x} ${y}V${y + height}" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>`,
  ].join('')
}
