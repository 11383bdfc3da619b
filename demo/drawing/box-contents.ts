import type { PrintedPack } from './label.ts'
import { cylinder, rounded, shadow } from './scene.ts'
import { drawText } from './text.ts'

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

export const tablets = (pack: PrintedPack) => blister(tablet(pack.tint), countIn(pack), 80, 82)
export const capsules = (pack: PrintedPack) => blister(capsule(pack.tint), countIn(pack), 72, 116)

export function syrup({ supplier: { colour, accent } }: PrintedPack): string {
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

export function dropper({ supplier: { colour, accent } }: PrintedPack): string {
  return [
    shadow(0, 2, 118, 28),
    cylinder(-74, -196, 148, 196, 30, '#fbfcfb'),
    rounded('M-74 -166C-74 -206 -36 -206 -36 -226H36C36 -206 74 -206 74 -166Z', '#fbfcfb'),
    rounded('M-46 -222H46L30 -330Q28 -346 12 -346H-12Q-28 -346 -30 -330Z', colour),
    cylinder(-74, -146, 148, 104, 0, accent),
    `<rect x="-44" y="-122" width="88" height="13" rx="6" fill="${colour}"/><rect x="-44" y="-96" width="60" height="9" rx="4" fill="#fff" opacity=".8"/><rect x="-44" y="-76" width="74" height="9" rx="4" fill="#fff" opacity=".8"/>`,
  ].join('')
}

export function spray({ supplier: { colour, accent } }: PrintedPack): string {
  return [
    shadow(0, 2, 118, 28),
    cylinder(-70, -220, 140, 220, 32, '#fbfcfb'),
    cylinder(-52, -256, 104, 44, 10, accent),
    cylinder(-70, -282, 140, 30, 14, '#f2f6f4'),
    rounded('M-26 -280L-17 -392Q-15 -408 0 -408Q15 -408 17 -392L26 -280Z', '#f7faf8'),
    cylinder(-70, -170, 140, 112, 0, colour),
    `<rect x="-42" y="-144" width="84" height="13" rx="6" fill="#fff"/><rect x="-42" y="-118" width="58" height="9" rx="4" fill="#fff" opacity=".65"/><rect x="-42" y="-98" width="70" height="9" rx="4" fill="#fff" opacity=".65"/>`,
  ].join('')
}

export function tube({ supplier: { colour, accent } }: PrintedPack): string {
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

export function inhaler({ supplier: { colour, accent } }: PrintedPack): string {
  return [
    shadow(-10, 4, 190, 32),
    cylinder(-36, -330, 128, 120, 26, '#c3ccd0'),
    `<path d="M-52 -264H108V-46Q108 0 62 0H-150Q-168 0 -168 -18V-84Q-168 -100 -152 -102L-52 -116Z" fill="${colour}"/>`,
    `<path d="M-52 -264H108V-46Q108 0 62 0H-52Z" fill="url(#round)"/>`,
    `<path d="M-168 -18V-84Q-168 -100 -152 -102L-132 -105V0H-150Q-168 0 -168 -18Z" fill="${accent}"/>`,
    `<rect x="-18" y="-210" width="92" height="96" rx="12" fill="#fff" opacity=".92"/><rect x="0" y="-188" width="56" height="12" rx="6" fill="${colour}"/><rect x="0" y="-164" width="40" height="9" rx="4" fill="#9fb0aa"/><rect x="0" y="-144" width="48" height="9" rx="4" fill="#9fb0aa"/>`,
  ].join('')
}

export function sachets({ supplier: { colour, accent } }: PrintedPack): string {
  const draw = (angle: number, x: number) =>
    `<g transform="translate(${x} 0) rotate(${angle})"><rect x="-82" y="-252" width="170" height="262" rx="8" fill="#0b1f1a" opacity=".14"/><rect x="-86" y="-258" width="170" height="262" rx="8" fill="#fdfefd"/><rect x="-86" y="-258" width="170" height="26" rx="8" fill="#dfe7e3"/><rect x="-86" y="-22" width="170" height="26" rx="8" fill="#dfe7e3"/><rect x="-86" y="-206" width="170" height="92" fill="${colour}"/><rect x="-86" y="-114" width="170" height="10" fill="${accent}"/><rect x="-60" y="-176" width="110" height="14" rx="7" fill="#fff"/><rect x="-60" y="-150" width="72" height="10" rx="5" fill="#fff" opacity=".7"/><rect x="-60" y="-80" width="116" height="10" rx="5" fill="#b7c5c0"/><rect x="-60" y="-58" width="88" height="10" rx="5" fill="#b7c5c0"/><rect x="-86" y="-258" width="170" height="262" rx="8" fill="url(#sheen)"/></g>`
  return shadow(0, 6, 210, 34) + draw(-13, -58) + draw(9, 62)
}

export function thermometer({ supplier: { colour, accent } }: PrintedPack): string {
  return `${shadow(0, 8, 250, 30)}<g transform="rotate(-12) translate(-240 -62)"><path d="M300 6L452 20Q474 24 474 34T452 48L300 60Z" fill="#eef3f1"/><path d="M446 20Q478 24 478 34T446 49Z" fill="#b9c4c8"/><rect width="320" height="68" rx="34" fill="#fdfefd"/><rect width="320" height="68" rx="34" fill="url(#sheen)"/><path d="M34 0H62V68H34A34 34 0 0 1 34 0Z" fill="${colour}"/><rect x="92" y="12" width="136" height="44" rx="10" fill="#c9dccf"/>${drawText('36,5', { x: 160, y: 47, size: 38, weight: 800, fill: '#20352f', anchor: 'middle' })}<circle cx="264" cy="34" r="15" fill="${accent}"/></g>`
}

export function pregnancyTest({ supplier: { colour, accent } }: PrintedPack): string {
  return `${shadow(0, 8, 250, 30)}<g transform="rotate(-10) translate(-230 -66)"><rect x="390" y="20" width="80" height="34" rx="6" fill="#eef1f2"/><rect width="400" height="74" rx="26" fill="#fdfefd"/><path d="M26 0H96V74H26A26 26 0 0 1 0 48V26A26 26 0 0 1 26 0Z" fill="${colour}"/><rect x="150" y="20" width="120" height="34" rx="10" fill="#eef3f1" stroke="#c5d1cc" stroke-width="3"/><path d="M186 22V52M222 22V52" stroke="${accent}" stroke-width="8"/><circle cx="320" cy="37" r="15" fill="#e3eae7"/><rect width="400" height="74" rx="26" fill="url(#sheen)"/></g>`
}

export function condoms({ supplier: { colour, accent } }: PrintedPack): string {
  const draw = (x: number, angle: number, fill: string) =>
    `<g transform="translate(${x} -84) rotate(${angle})"><rect x="-80" y="-76" width="166" height="166" rx="10" fill="#0b1f1a" opacity=".16"/><rect x="-84" y="-84" width="166" height="166" rx="10" fill="${fill}"/><circle r="52" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="9"/><circle r="36" fill="#fff" opacity=".16"/><rect x="-84" y="-84" width="166" height="166" rx="10" fill="url(#sheen)"/></g>`
  return shadow(0, 12, 210, 34) + draw(-70, -14, accent) + draw(76, 10, colour)
}

export function plasters(): string {
  const draw = (x: number, y: number, angle: number) =>
    `<g transform="translate(${x} ${y}) rotate(${angle})"><rect x="-150" y="-36" width="306" height="84" rx="42" fill="#0b1f1a" opacity=".14"/><rect x="-154" y="-42" width="306" height="84" rx="42" fill="#e5b98f"/><rect x="-52" y="-42" width="102" height="84" fill="#f4dcc3"/><path d="M-120 -14h0M-120 14h0M-94 0h0M120 -14h0M120 14h0M94 0h0" stroke="#b98758" stroke-width="10" stroke-linecap="round"/><rect x="-154" y="-42" width="306" height="84" rx="42" fill="url(#sheen)"/></g>`
  return `${shadow(0, 10, 220, 36)}${draw(-10, -120, 18)}${draw(10, -58, -12)}`
}

export function gauze({ supplier: { colour, accent } }: PrintedPack): string {
  return `${shadow(0, 4, 170, 32)}${cylinder(-118, -150, 236, 150, 20, '#f6f4ec')}<ellipse cx="0" cy="-150" rx="118" ry="44" fill="#fffdf6"/><path d="M-84 -150A84 30 0 1 1 60 -132M-52 -150A52 18 0 1 1 34 -139M-22 -150A22 8 0 1 1 10 -145" fill="none" stroke="#d8d2c0" stroke-width="6"/><path d="M-118 -104Q0 -70 118 -104M-118 -62Q0 -28 118 -62" fill="none" stroke="#d8d2c0" stroke-width="4" stroke-dasharray="10 8"/><rect x="-52" y="-74" width="104" height="46" rx="8" fill="${colour}"/><rect x="-34" y="-57" width="68" height="10" rx="5" fill="${accent}"/>`
}
