import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** An image of one colour. */
export const image = (format: 'jpeg' | 'png' | 'webp' = 'jpeg', { width = 80, height = 60 } = {}) =>
  sharp({ create: { width, height, channels: 3, background: '#2e7d5b' } })
    .toFormat(format)
    .toBuffer()

/** An image of noise, which compresses badly. */
export const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer()

/** A decompression bomb: a PNG of the given size in a few bytes, as all its pixels are zero. */
export function bomb(width: number, height: number): Buffer {
  const table = Array.from({ length: 256 }, (_, n) => {
    let c = n
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    return c >>> 0
  })
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    let crc = 0xffffffff
    for (const byte of body) crc = table[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A multipart form of text fields and files. */
export function multipart(
  fields: object,
  ...files: (readonly [field: string, bytes: Buffer | string, name?: string])[]
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (const [field, bytes, name = 'foto.jpg'] of files) {
    form.append(field, new Blob([new Uint8Array(Buffer.from(bytes as string))]), name)
  }
  return form
}
