import { ink, type PrintedPack, packText, signature, signatureWidth } from './label.ts'
import { cylinder, rounded, shadow } from './scene.ts'

/** Products without a box, with the text on the container: centred at x 480, standing on the ground at y 840. */

const ground = 840
const middle = 480

/** The product's text between two heights, centred, with the supplier's signature below. */
function label(
  pack: PrintedPack,
  from: number,
  to: number,
  width: number,
  titleFill = pack.supplier.colour,
  textFill = ink,
) {
  const height = to - from - 64
  const area = {
    x: middle,
    y: from,
    width,
    height,
    largest: 74,
    titleFill,
    textFill,
    anchor: 'middle',
  } as const
  const x = middle - signatureWidth(pack.supplier, 32) / 2
  return packText(pack, area).svg + signature(pack.supplier, x, to - 10, 32, titleFill)
}

export function pump(pack: PrintedPack): string {
  const { tint, supplier } = pack
  const { colour, accent } = supplier
  return [
    shadow(middle, ground + 2, 270, 50),
    `<path d="M470 96H494V210H470Z" fill="#e4ebe8"/>`,
    `<path d="M404 84Q404 66 424 66H520Q552 66 552 96V112H404L344 128Q332 130 334 118L338 104Q340 96 350 94Z" fill="${colour}"/><path d="M404 84Q404 66 424 66H520Q552 66 552 96V112H404Z" fill="url(#sheen)"/>`,
    cylinder(418, 184, 128, 74, 12, colour),
    cylinder(300, 250, 360, 590, 74, tint),
    cylinder(300, 394, 360, 350, 0, '#fdfefd'),
    cylinder(300, 394, 360, 16, 0, colour),
    cylinder(300, 732, 360, 12, 0, accent),
    label(pack, 446, 716, 310),
  ].join('')
}

/** A squat bottle with a screw cap. */
export function flask(pack: PrintedPack): string {
  const { tint, supplier } = pack
  const { colour, accent } = supplier
  return [
    shadow(middle, ground + 2, 290, 52),
    cylinder(402, 130, 156, 108, 20, colour),
    rounded('M280 420C280 300 424 330 424 232H536C536 330 680 300 680 420Z', tint),
    cylinder(280, 380, 400, 460, 56, tint),
    cylinder(280, 430, 400, 330, 0, '#fdfefd'),
    cylinder(280, 748, 400, 14, 0, accent),
    label(pack, 462, 732, 344),
  ].join('')
}

/** A tube that stands on its cap. */
export function standingTube(pack: PrintedPack): string {
  const { tint, supplier } = pack
  const { colour, accent } = supplier
  const body = 'M286 92H674L640 720Q638 744 612 744H348Q322 744 320 720Z'
  return [
    shadow(middle, ground + 2, 240, 48),
    `<path d="${body}" fill="${tint}"/><path d="M286 92H674L672 132H288Z" fill="#0b1f1a" opacity=".08"/>`,
    `<path d="M300 470Q480 560 660 400L648 620Q480 700 312 620Z" fill="${accent}" opacity=".55"/>`,
    `<path d="${body}" fill="url(#round)"/>`,
    cylinder(338, 742, 284, 98, 22, colour),
    label(pack, 178, 700, 320),
  ].join('')
}

export function jar(pack: PrintedPack): string {
  const { tint, supplier } = pack
  const { colour, accent } = supplier
  return [
    shadow(middle, ground + 2, 350, 56),
    cylinder(190, 270, 580, 150, 34, colour),
    `<path d="M206 330H754" stroke="#fff" stroke-opacity=".2" stroke-width="4"/>`,
    cylinder(206, 406, 548, 434, 70, tint),
    cylinder(206, 450, 548, 310, 0, '#fdfefd'),
    cylinder(206, 748, 548, 12, 0, accent),
    label(pack, 474, 736, 480),
  ].join('')
}

/** A white bottle with one tablet in front. */
export function pillBottle(pack: PrintedPack): string {
  const { tint, supplier } = pack
  const { colour, accent } = supplier
  const ridges = Array.from({ length: 13 }, (_, n) => `M${342 + n * 23} 122V206`).join('')
  return [
    shadow(middle, ground + 2, 300, 52),
    cylinder(322, 108, 316, 116, 22, '#fafbf9'),
    `<path d="${ridges}" stroke="#0b1f1a" stroke-opacity=".1" stroke-width="5"/>`,
    cylinder(344, 216, 272, 50, 8, '#eef2ef'),
    cylinder(270, 250, 420, 590, 70, '#fafbf9'),
    cylinder(270, 350, 420, 400, 0, colour),
    cylinder(270, 336, 420, 14, 0, accent),
    cylinder(270, 750, 420, 14, 0, accent),
    label(pack, 392, 734, 364, '#fff', '#fff'),
    `<g transform="translate(700 826)"><ellipse cx="6" cy="10" rx="70" ry="18" fill="url(#shadow)"/><ellipse rx="46" ry="27" cy="-14" fill="${tint}"/><ellipse rx="46" ry="27" cy="-14" fill="url(#pill)"/></g>`,
  ].join('')
}

/** A bag with a handle: nappies, wipes. */
export function softPack(pack: PrintedPack): string {
  const { tint, supplier } = pack
  const { colour, accent } = supplier
  const bag =
    'M196 230Q480 176 764 230Q792 240 790 270Q776 520 796 790Q798 832 760 836Q480 856 200 836Q162 832 164 790Q184 520 170 270Q168 240 196 230Z'
  const area = {
    x: middle,
    y: 330,
    width: 500,
    height: 270,
    largest: 96,
    titleFill: colour,
    textFill: ink,
    anchor: 'middle',
  } as const
  const sign = signature(supplier, middle - signatureWidth(supplier, 36) / 2, 724, 36, '#fff', accent)
  return [
    shadow(middle, ground + 4, 400, 54),
    `<path d="M360 214Q480 90 600 214L556 212Q480 146 404 212Z" fill="${accent}"/>`,
    `<clipPath id="bag"><path d="${bag}"/></clipPath><g clip-path="url(#bag)"><rect width="960" height="960" fill="${tint}"/>`,
    `<path d="M150 690Q330 600 480 680T820 640V860H150Z" fill="${accent}"/><path d="M150 760Q330 680 500 750T820 720V860H150Z" fill="${colour}"/></g>`,
    packText(pack, area).svg,
    `<g transform="translate(0 80)">${sign}</g>`,
    `<path d="M200 250Q226 330 192 450M760 250Q734 330 768 450M204 826Q234 740 188 660M756 826Q726 740 772 660" fill="none" stroke="#0b1f1a" stroke-opacity=".12" stroke-width="8" stroke-linecap="round"/>`,
    `<path d="${bag}" fill="url(#round)" opacity=".7"/>`,
  ].join('')
}
