import pLimit from 'p-limit'
import type { Sharp } from 'sharp'
import { type ImageKind, imageKinds } from './image-kinds.ts'
import { loadSharp } from './load-sharp.ts'

/** The file is no supported image, has too many pixels, or is damaged. */
export class ImageRejected extends Error {
  readonly reason: 'unsupported' | 'too-large' | 'corrupt'

  constructor(reason: ImageRejected['reason'], cause?: unknown) {
    super(`Image rejected: ${reason}`, { cause })
    this.name = 'ImageRejected'
    this.reason = reason
  }
}

/** Decoding takes memory per pixel, so that a burst of uploads waits here. */
const limit = pLimit(2)

const MAX_PIXELS = 50_000_000
const DECODE_SECONDS = 15
/** The largest ratio of height to width: enough for a long receipt, and a limit for extreme images. */
const MAX_ASPECT = 4
/** libwebp's effort, from 0 to 6: more takes much longer and saves few bytes. */
const WEBP_EFFORT = 2

/** The decoded pixels of an image. */
export type Pixels = { data: Buffer; width: number; height: number; channels: number }

/**
 * Re-encodes an uploaded image to WebP at every width of its kind: upright, in sRGB, without metadata (a phone's photo has
 * coordinates). An image is never enlarged.
 *
 * @param onPixels gets the decoded image at its largest width
 * @throws ImageRejected
 */
export async function encodeImage(
  kind: ImageKind,
  bytes: Buffer,
  onPixels?: (pixels: Pixels) => Promise<void>,
): Promise<Map<number, Buffer>> {
  if (!isImage(bytes)) throw new ImageRejected('unsupported')
  const sharp = await loadSharp()
  return limit(async () => {
    try {
      return await encodePixels(
        kind,
        sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 }).autoOrient(),
        onPixels,
      )
    } catch (error) {
      throw new ImageRejected(reasonOf(error), error)
    }
  })
}

/**
 * Encodes a trusted image, such as one that the server drew, at every width of its kind: decoded once at the largest width
 * and scaled down from there.
 */
export async function encodePixels(
  kind: ImageKind,
  image: Sharp,
  onPixels?: (pixels: Pixels) => Promise<void>,
): Promise<Map<number, Buffer>> {
  const sharp = await loadSharp()
  const { widths, quality } = imageKinds[kind]
  const largest = Math.max(...widths)
  const { data, info } = await fitWithin(image, largest)
    .toColourspace('srgb')
    .timeout({ seconds: DECODE_SECONDS })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const pixels = { width: info.width, height: info.height, channels: info.channels }
  await onPixels?.({ data, ...pixels })
  const encoded = new Map<number, Buffer>()
  let whole: Buffer | undefined
  for (const width of widths) {
    const scaled = fitWithin(sharp(data, { raw: pixels }), width)
    const body = whole ?? (await scaled.webp({ quality, effort: WEBP_EFFORT }).toBuffer())
    // All widths that aren't smaller than the image itself share one encoding.
    if (width >= info.width && info.height <= width * MAX_ASPECT) whole = body
    encoded.set(width, body)
  }
  return encoded
}

/** libaom's effort, from 0 to 9: more takes much longer and saves few bytes. */
const AVIF_EFFORT = 2

/** Encodes a stored image as AVIF at a width, without enlarging it. */
export async function encodeAvif(kind: ImageKind, stored: Uint8Array, width: number): Promise<Buffer> {
  const sharp = await loadSharp()
  return fitWithin(sharp(stored, { limitInputPixels: MAX_PIXELS }), width)
    .avif({ quality: imageKinds[kind].avifQuality, effort: AVIF_EFFORT })
    .timeout({ seconds: DECODE_SECONDS })
    .toBuffer()
}

function fitWithin(image: Sharp, width: number): Sharp {
  return image.resize({ width, height: width * MAX_ASPECT, fit: 'inside', withoutEnlargement: true })
}

function reasonOf(error: unknown): ImageRejected['reason'] {
  const message = error instanceof Error ? error.message : ''
  if (/pixel limit|timeout|too large|exceeds/i.test(message)) return 'too-large'
  // HEIC counts as unsupported: its decoder can't be shipped freely.
  if (/unsupported|no decoding plugin|compression format has not been built/i.test(message))
    return 'unsupported'
  return 'corrupt'
}

/** Brands of ISO media files that contain an image: AVIF and HEIC. */
const heifBrands = new Set(['avif', 'avis', 'heic', 'heix', 'heim', 'heis', 'mif1', 'msf1'])

/**
 * Recognises an image by the file's first bytes, never by its name: JPEG, PNG, GIF, WebP and HEIF. No other file must reach the
 * decoder, such as SVG, PDF and HTML.
 */
function isImage(bytes: Buffer): boolean {
  if (bytes.length < 16) return false
  const text = bytes.toString('latin1', 0, 12)
  return (
    /^(\xff\xd8\xff|\x89PNG\r\n.\n|GIF8[79]a|RIFF.{4}WEBP)/s.test(text) ||
    (text.slice(4, 8) === 'ftyp' && heifBrands.has(text.slice(8)))
  )
}
