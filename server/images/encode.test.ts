import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { bomb } from '#tests/images.ts'
import { encodeImage, ImageRejected } from './encode.ts'
import { imageKinds } from './image-kinds.ts'

/** An image of noise: cutting its file loses pixels. */
function noise(width: number, height: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
}

async function reasonFor(bytes: Buffer): Promise<string> {
  const error = await encodeImage('product', bytes).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ImageRejected)
  return (error as ImageRejected).reason
}

describe('encodeImage', () => {
  it('encodes WebP at every width of the kind, with the same proportions', async () => {
    const encoded = await encodeImage('product', await noise(2000, 1000).jpeg().toBuffer())
    expect([...encoded.keys()]).toEqual(imageKinds.product.widths)
    for (const [width, body] of encoded) {
      expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width, height: width / 2 })
    }
  })

  it('never enlarges, and still returns every width', async () => {
    const encoded = await encodeImage('product', await noise(200, 200).png().toBuffer())
    const sizes = await Promise.all(
      [...encoded.values()].map(async (body) => (await sharp(body).metadata()).width),
    )
    expect(sizes).toEqual([160, 200, 200, 200, 200])
  })

  it('turns a photo upright and removes its metadata', async () => {
    const half = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    // Red on the left of the stored pixels; orientation 6 says to turn them a quarter clockwise: red on top.
    const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#0000ff' } })
      .composite([{ input: half, left: 0, top: 0 }])
      .withExif({
        IFD0: { Artist: 'Someone' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 26/1 0/1', GPSLongitudeRef: 'W' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif?.includes('Someone')).toBe(true)

    const upright = (await encodeImage('prescription', photo)).get(1600)!
    const metadata = await sharp(upright).metadata()
    expect(metadata).toMatchObject({ width: 400, height: 600 })
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual(
      Array(4).fill(undefined),
    )
    const { data, info } = await sharp(upright).raw().toBuffer({ resolveWithObject: true })
    const redAt = (x: number, y: number) => data[(y * info.width + x) * info.channels]!
    expect(redAt(200, 20)).toBeGreaterThan(200)
    expect(redAt(200, 580)).toBeLessThan(60)
  })

  it('accepts PNG with transparency, WebP, AVIF and the first frame of a GIF', async () => {
    const transparent = { create: { width: 64, height: 48, channels: 4, background: '#00ff0080' } } as const
    const frames = await sharp(Buffer.alloc(64 * 96 * 3, 90), {
      raw: { width: 64, height: 96, channels: 3, pageHeight: 48 },
    })
      .gif()
      .toBuffer()
    const files = [
      await sharp(transparent).png().toBuffer(),
      await noise(64, 48).webp().toBuffer(),
      await noise(64, 48).avif({ effort: 0 }).toBuffer(),
      frames,
    ]
    for (const file of files) {
      const body = (await encodeImage('user', file)).get(320)!
      expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 })
    }
    expect((await sharp((await encodeImage('user', files[0]!)).get(96)!).metadata()).hasAlpha).toBe(true)
  })

  it('keeps a long receipt legible and makes an extremely tall image small', async () => {
    const receipt = (await encodeImage('proof', await noise(1080, 4000).jpeg().toBuffer())).get(1600)!
    expect(await sharp(receipt).metadata()).toMatchObject({ width: 1080, height: 4000 })
    const tall = (await encodeImage('user', bomb(8, 60_000))).get(96)!
    expect((await sharp(tall).metadata()).height).toBeLessThanOrEqual(96 * 4)
  })

  it.each([
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ],
    ['HTML', '<!doctype html><script>alert(1)</script><p>a page named photo.jpg</p>'],
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n1 0 obj <<>> endobj'],
    ['nothing', ''],
  ])('refuses %s as unsupported', async (_, text) => {
    expect(await reasonFor(Buffer.from(text))).toBe('unsupported')
  })

  it.each(['jpeg', 'png', 'webp'] as const)('refuses a truncated %s as corrupt', async (format) => {
    const whole = await noise(400, 400).toFormat(format).toBuffer()
    expect(await reasonFor(whole.subarray(0, whole.length / 2))).toBe('corrupt')
  })

  it('refuses a signature with noise behind it as corrupt', async () => {
    const bytes = Buffer.alloc(5_000, 0x5a)
    bytes.set([0xff, 0xd8, 0xff, 0xe0])
    expect(await reasonFor(bytes)).toBe('corrupt')
  })

  it('refuses 400 megapixels in 50 kB as too large', async () => {
    const file = bomb(20_000, 20_000)
    expect(file.length).toBeLessThan(60_000)
    expect(await reasonFor(file)).toBe('too-large')
  })

  it('goes on after refusals, with more images than it encodes at the same time', async () => {
    const good = await noise(50, 50).png().toBuffer()
    const all = await Promise.allSettled(
      Array.from({ length: 9 }, (_, n) =>
        encodeImage('user', n % 3 ? good : Buffer.from('\x89PNG\r\n\x1a\n and no more', 'latin1')),
      ),
    )
    expect(all.map(({ status }) => status === 'fulfilled')).toEqual(
      Array.from({ length: 9 }, (_, n) => n % 3 > 0),
    )
  })
})
