import { box } from './drawing/box.ts'
import * as boxed from './drawing/box-contents.ts'
import * as unboxed from './drawing/containers.ts'
import type { PrintedPack } from './drawing/label.ts'
import { scene } from './drawing/scene.ts'

/** What a box contains, or a container without a box: the names of the functions that draw them. */
export type ImageShape = keyof typeof boxed | keyof typeof unboxed

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
  return scene('mint', `${box(pack, size)}<g transform="${place}">${boxed[shape](pack)}</g>`)
}

const isUnboxed = (shape: ImageShape): shape is keyof typeof unboxed => shape in unboxed
