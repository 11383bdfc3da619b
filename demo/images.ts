import { box } from './drawing/box.ts'
import * as contents from './drawing/contents.ts'
import type { Print } from './drawing/face.ts'
import { scene } from './drawing/scene.ts'
import * as vessels from './drawing/vessels.ts'
import { laboratoryNamed } from './laboratories.ts'

/** Everything that a product's image shows; equal specifications are one image. */
export interface ImageSpec {
  readonly shape: ImageShape
  readonly laboratory: string
  readonly title: string
  readonly strength: string
  /** What the pack holds, its number first where it is tablets: `30 comprimidos recubiertos`. */
  readonly detail: string
  /** The colour of the tablets, of the liquid or of the vessel. */
  readonly tint: string
  readonly bioequivalent: boolean
}

const inColour = {
  syrup: contents.syrup,
  dropper: contents.dropper,
  spray: contents.spray,
  tube: contents.tube,
  inhaler: contents.inhaler,
  sachets: contents.sachets,
  thermometer: contents.thermometer,
  'pregnancy-test': contents.pregnancyTest,
  condoms: contents.condoms,
  plasters: contents.plasters,
  gauze: contents.gauze,
}
const inTint = { tablets: contents.tablets, capsules: contents.capsules }
const alone = {
  pump: vessels.pump,
  flask: vessels.flask,
  'standing-tube': vessels.standingTube,
  jar: vessels.jar,
  'pill-bottle': vessels.pillBottle,
  'soft-pack': vessels.softPack,
}

export type ImageShape = keyof typeof inColour | keyof typeof inTint | keyof typeof alone

const wide = { x: 190, y: 240, width: 640, height: 420, depth: 110 }
const tall = { x: 216, y: 190, width: 410, height: 620, depth: 104 }
/** What is narrow stands beside a tall box; what is broad lies before a wide one. */
const standing = new Set<ImageShape>(['syrup', 'dropper', 'spray', 'inhaler', 'sachets', 'gauze'])

/** A product's image as SVG, 960 × 960. All its words are outlines: it needs no font. */
export function drawProduct(spec: ImageSpec): string {
  const laboratory = laboratoryNamed(spec.laboratory)
  const { colour, accent } = laboratory
  const print: Print = spec
  const { shape } = spec
  if (isOneOf(alone, shape)) return scene('warm', alone[shape](laboratory, print, spec.tint))

  const content = isOneOf(inTint, shape)
    ? inTint[shape](spec.tint, Number.parseInt(spec.detail, 10))
    : inColour[shape](colour, accent)
  const [size, place] = standing.has(shape)
    ? [tall, 'translate(722 862) scale(1.16)']
    : [wide, 'translate(600 836) scale(1.08)']
  return scene('mint', `${box(laboratory, print, size)}<g transform="${place}">${content}</g>`)
}

function isOneOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key)
}
