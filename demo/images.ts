import { box } from './drawing/box.ts'
import * as contents from './drawing/box-contents.ts'
import * as containers from './drawing/containers.ts'
import type { PrintedPack } from './drawing/label.ts'
import { scene } from './drawing/scene.ts'

const boxContents = {
  tablets: contents.tablets,
  capsules: contents.capsules,
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
const unboxed = {
  pump: containers.pump,
  flask: containers.flask,
  'standing-tube': containers.standingTube,
  jar: containers.jar,
  'pill-bottle': containers.pillBottle,
  'soft-pack': containers.softPack,
}

export type ImageShape = keyof typeof boxContents | keyof typeof unboxed

/** Everything that a product's image shows; equal specifications share one image. */
export interface ImageSpec extends PrintedPack {
  readonly shape: ImageShape
}

const wideBox = { x: 190, y: 240, width: 640, height: 420, depth: 110 }
const tallBox = { x: 216, y: 190, width: 410, height: 620, depth: 104 }
/** Shapes of narrow contents, which stand beside a tall box; broad contents lie in front of a wide box. */
const narrow = new Set<ImageShape>(['syrup', 'dropper', 'spray', 'inhaler', 'sachets', 'gauze'])

/** A product's image as SVG, 960 × 960. Text is drawn as outlines, so it needs no installed font. */
export function drawProduct({ shape, ...pack }: ImageSpec): string {
  if (isUnboxed(shape)) return scene('warm', unboxed[shape](pack))
  const [size, place] = narrow.has(shape)
    ? [tallBox, 'translate(722 862) scale(1.16)']
    : [wideBox, 'translate(600 836) scale(1.08)']
  return scene('mint', `${box(pack, size)}<g transform="${place}">${boxContents[shape](pack)}</g>`)
}

function isUnboxed(shape: ImageShape): shape is keyof typeof unboxed {
  return Object.hasOwn(unboxed, shape)
}
