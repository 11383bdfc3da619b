import type { Sharp } from 'sharp'
import { type ImageKind, imageKinds } from './image-kinds.ts'
import { loadSharp } from './load-sharp.ts'
import { recogniseImage } from './recognise.ts'

/** The file can't be kept: not an image we take, more pixels than we open, or damaged. */
export class ImageRejected extends Error {
  readonly reason: 'unsupported' | 'too-large' | 'corrupt'

  constructor(reason: ImageRejected['reason'], cause?: unknown) {
    super(`Image rejected: ${reason}`, { cause })
    this.name = 'ImageRejected'
    this.reason = reason
  }
}

// Two images at once: the other core goes on selling.
const atOnce = 2

const maxPixels = 50_000_000
const decodeSeconds = 15
/** Nothing is kept taller than this many times its width: a long receipt fits, a hair of 1 × 50,000,000 doesn't cost. */
const tallest = 4
/** Of libwebp's 0 to 6: a third effort doubles the time and saves a twentieth of the bytes. */
const effort = 2

/**
 * Re-encodes an uploaded image to WebP at every width of its kind: upright, in sRGB, without metadata (a phone's
 * photo says where its owner lives). An image narrower than a width keeps its own size there.
 *
 * @throws ImageRejected
 */
export async function encodeImage(kind: ImageKind, bytes: Buffer): Promise<Map<number, Buffer>> {
  if (!recogniseImage(bytes)) throw new ImageRejected('unsupported')
  const sharp = await loadSharp()
  return inTurn(async () => {
    try {
      return await encodePixels(
        kind,
        sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }).autoOrient(),
      )
    } catch (error) {
      throw new ImageRejected(reasonOf(error), error)
    }
  })
}

/**
 * The second half of encodeImage, for an image that this server drew itself: decoded once, at the largest width, and
 * scaled down from there.
 */
export async function encodePixels(kind: ImageKind, image: Sharp): Promise<Map<number, Buffer>> {
  const sharp = await loadSharp()
  const { widths, quality } = imageKinds[kind]
  const largest = Math.max(...widths)
  const { data, info } = await fitted(image, largest)
    .toColourspace('srgb')
    .timeout({ seconds: decodeSeconds })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const pixels = { width: info.width, height: info.height, channels: info.channels }
  const encoded = new Map<number, Buffer>()
  for (const width of widths) {
    const scaled = fitted(sharp(data, { raw: pixels }), width)
    encoded.set(width, await scaled.webp({ quality, effort }).toBuffer())
  }
  return encoded
}

function fitted(image: Sharp, width: number): Sharp {
  return image.resize({ width, height: width * tallest, fit: 'inside', withoutEnlargement: true })
}

function reasonOf(error: unknown): ImageRejected['reason'] {
  const message = error instanceof Error ? error.message : ''
  if (/pixel limit|timeout|too large|exceeds/i.test(message)) return 'too-large'
  // HEIC is recognised, but its decoder isn't free to ship: to the person it is one more kind we don't take.
  if (/unsupported|no decoding plugin|compression format has not been built/i.test(message))
    return 'unsupported'
  return 'corrupt'
}

let running = 0
const waiting: (() => void)[] = []

/** Decoding takes memory by the pixel, so that a burst of uploads waits here instead of filling it. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
