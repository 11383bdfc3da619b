export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'heif'

/** Brands of ISO media files that contain an image: AVIF and HEIC. */
const heifBrands = new Set(['avif', 'avis', 'heic', 'heix', 'heim', 'heis', 'mif1', 'msf1'])

/**
 * Recognises an image format by the file's first bytes, never by its name. Null for every other file: SVG, PDF and HTML must not reach
 * the decoder (docs/product.md#uploads).
 */
export function recogniseImage(bytes: Buffer): ImageFormat | null {
  if (bytes.length < 16) return null
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (bytes.readUInt32BE(0) === 0x89504e47 && bytes.readUInt32BE(4) === 0x0d0a1a0a) return 'png'
  const text = bytes.toString('latin1', 0, 12)
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp'
  if (text.slice(4, 8) === 'ftyp' && heifBrands.has(text.slice(8))) return 'heif'
  return null
}
