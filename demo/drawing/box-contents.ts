import type { PrintedPack } from './label.ts'
import { cylinder, rounded, shadow } from './scene.ts'

/** The contents of a box, drawn in front of it: the middle of their lower edge is at 0, 0. */

/** A blister with as many cells as the pack holds units, up to two rows of five. */
function blister(
  cell: (x: number, y: number) => string,
  count: number,
  stepX: number,
  stepY: number,
): string {
  const rows = count < 4 ? 1 : 2
  const columns = Math.min(5, Math.ceil(count / rows))
  const width = columns * stepX + 28
  const height = rows * stepY + 28
  const cells: string[] = []
  for (let at = 0; at < Math.min(count, rows * columns); at += 1) {
    cells.push(cell(14 + stepX * ((at % columns) + 0.5), 14 + stepY * (Math.floor(at / columns) + 0.5)))
  }
  return `${shadow(10, 4, width * 0.58, 42)}<g transform="rotate(-9) translate(${-width / 2} ${-height + 26})"><rect x="3" y="7" width="${width}" height="${height}" rx="20" fill="#8d999e"/><rect width="${width}" height="${height}" rx="20" fill="url(#foil)"/>${cells.join('')}</g>`
}

const tablet = (fill: string) => (x: number, y: number) =>
  `<circle cx="${x + 2}" cy="${y + 4}" r="33" fill="#6d7a80" opacity=".35"/><circle cx="${x}" cy="${y}" r="32" fill="${fill}"/><circle cx="${x}" cy="${y}" r="32" fill="url(#pill)"/><path d="M${x - 20} ${y + 12}L${x + 20} ${y - 12}" stroke="#0b1f1a" stroke-opacity=".13" stroke-width="4"/>`

const capsule = (fill: string) => (x: number, y: number) =>
  `<rect x="${x - 25}" y="${y - 46}" width="54" height="98" rx="27" fill="#6d7a80" opacity=".35"/><path d="M${x - 25} ${y}V${y - 23}A25 25 0 0 1 ${x + 25} ${y - 23}V${y}Z" fill="${fill}"/><path d="M${x - 25} ${y}V${y + 23}A25 25 0 0 0 ${x + 25} ${y + 23}V${y}Z" fill="#fbfaf5"/><rect x="${x - 25}" y="${y - 48}" width="50" height="96" rx="25" fill="url(#round)"/>`

const countIn = ({ detail }: PrintedPack) => Number.parseInt(detail, 10)

const tablets = (pack: PrintedPack) => blister(tablet(pack.tint), countIn(pack), 80, 82)
const capsules = (pack: PrintedPack) => blister(capsule(pack.tint), countIn(pack), 72, 116)

function syrup({ supplier: { colour, accent } }: PrintedPack): string {
  return [
    shadow(0, 2, 150, 34),
    cylinder(-96, -300, 192, 300, 40, '#7a4318'),
    rounded('M-96 -262C-96 -320 -42 -318 -42 -356H42C42 -318 96 -320 96 -262Z', '#7a4318'),
    cylinder(-54, -420, 108, 70, 12, '#fafaf7'),
    `<path d="M-54 -362H54" stroke="#0b1f1a" stroke-opacity=".12" stroke-width="5"/>`,
    cylinder(-96, -228, 192, 160, 0, '#fdfefd'),
    cylinder(-96, -228, 192, 46, 0, colour),
    cylinder(-96, -182, 192, 10, 0, accent),
    `<rect x="-62" y="-148" width="124" height="13" rx="6" fill="${colour}" opacity=".75"/><rect x="-62" y="-122" width="92" height="10" rx="5" fill="#9fb0aa"/><rect x="-62" y="-101" width="108" height="10" rx="5" fill="#9fb0aa"/>`,
  ].join('')
}

function dropper({ supplier: { colour, accent } }: PrintedPack): string {
  return [
    shadow(0, 2, 118, 28),
    cylinder(-74, -196, 148, 196, 30, '#fbfcfb'),
    rounded('M-74 -166C-74 -206 -36 -206 -36 -226H36C36 -206 74 -206 74 -166Z', '#fbfcfb'),
    rounded('M-46 -222H46L30 -330Q28 -346 12 -346H-12Q-28 -346 -30 -330Z', colour),
    cylinder(-74, -146, 148, 104, 0, accent),
    `<rect x="-44" y="-122" width="88" height="13" rx="6" fill="${colour}"/><rect x="-44" y="-96" width="60" height="9" rx="4" fill="#fff" opacity=".8"/><rect x="-44" y="-76" width="74" height="9" rx="4" fill="#fff" opacity=".8"/>`,
  ].join('')
}

function tube({ supplier: { colour, accent } }: PrintedPack): string {
  return [
    shadow(10, 6, 270, 34),
    `<g transform="rotate(-7) translate(-215 -118)">`,
    `<path d="M0 -4H16V118H0Z" fill="#d9e0dd"/><path d="M14 -4L330 18Q350 20 350 36V80Q350 96 330 98L14 118Z" fill="#fdfefd"/>`,
    `<path d="M14 -4L230 11V105L14 118Z" fill="${colour}"/><path d="M230 11L262 13.3V102.6L230 105Z" fill="${accent}"/>`,
    `<rect x="56" y="38" width="126" height="15" rx="7" fill="#fff"/><rect x="56" y="66" width="88" height="10" rx="5" fill="#fff" opacity=".7"/>`,
    `<rect x="348" y="16" width="72" height="84" rx="14" fill="${colour}"/><path d="M366 18V98M384 18V98M402 18V98" stroke="#fff" stroke-opacity=".25" stroke-width="4"/>`,
    `<rect x="0" y="-4" width="420" height="42" rx="12" fill="#fff" opacity=".16"/><rect x="0" y="84" width="420" height="34" rx="12" fill="#0b1f1a" opacity=".1"/></g>`,
  ].join('')
}

function inhaler({ supplier: { colour, accent } }: PrintedPack): string {
  return [
    shadow(-10, 4, 190, 32),
    cylinder(-36, -330, 128, 120, 26, '#c3ccd0'),
    `<path d="M-52 -264H108V-46Q108 0 62 0H-150Q-168 0 -168 -18V-84Q-168 -100 -152 -102L-52 -116Z" fill="${colour}"/>`,
    `<path d="M-52 -264H108V-46Q108 0 62 0H-52Z" fill="url(#round)"/>`,
    `<path d="M-168 -18V-84Q-168 -100 -152 -102L-132 -105V0H-150Q-168 0 -168 -18Z" fill="${accent}"/>`,
    `<rect x="-18" y="-210" width="92" height="96" rx="12" fill="#fff" opacity=".92"/><rect x="0" y="-188" width="56" height="12" rx="6" fill="${colour}"/><rect x="0" y="-164" width="40" height="9" rx="4" fill="#9fb0aa"/><rect x="0" y="-144" width="48" height="9" rx="4" fill="#9fb0aa"/>`,
  ].join('')
}

function sachets({ supplier: { colour, accent } }: PrintedPack): string {
  const draw = (angle: number, x: number) =>
    `<g transform="translate(${x} 0) rotate(${angle})"><rect x="-82" y="-252" width="170" height="262" rx="8" fill="#0b1f1a" opacity=".14"/><rect x="-86" y="-258" width="170" height="262" rx="8" fill="#fdfefd"/><rect x="-86" y="-258" width="170" height="26" rx="8" fill="#dfe7e3"/><rect x="-86" y="-22" width="170" height="26" rx="8" fill="#dfe7e3"/><rect x="-86" y="-206" width="170" height="92" fill="${colour}"/><rect x="-86" y="-114" width="170" height="10" fill="${accent}"/><rect x="-60" y="-176" width="110" height="14" rx="7" fill="#fff"/><rect x="-60" y="-150" width="72" height="10" rx="5" fill="#fff" opacity=".7"/><rect x="-60" y="-80" width="116" height="10" rx="5" fill="#b7c5c0"/><rect x="-60" y="-58" width="88" height="10" rx="5" fill="#b7c5c0"/><rect x="-86" y="-258" width="170" height="262" rx="8" fill="url(#sheen)"/></g>`
  return shadow(0, 6, 210, 34) + draw(-13, -58) + draw(9, 62)
}

export const boxContents = { tablets, capsules, syrup, dropper, tube, inhaler, sachets }
