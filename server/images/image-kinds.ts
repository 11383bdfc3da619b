/** Public images are served to everyone, private ones only to their customer and the staff. */
export type ImageKind = 'product' | 'user' | 'carousel' | 'prescription' | 'proof' | 'order-prescription'

interface KindOfImage {
  readonly access: 'public' | 'private'
  /** The stored widths in pixels, ascending. A `srcset` lists the same widths, except 1600 of products, which is for the enlarged image. */
  readonly widths: readonly number[]
  /** WebP quality: higher for handwriting and receipts, which must stay legible. */
  readonly quality: number
  /** AVIF quality, for kinds with AVIF versions: looks about as good as the WebP. */
  readonly avifQuality?: number
}

export const imageKinds: Readonly<Record<ImageKind, KindOfImage>> = {
  product: { access: 'public', widths: [160, 320, 640, 960, 1600], quality: 80, avifQuality: 55 },
  user: { access: 'public', widths: [96, 320], quality: 80 },
  carousel: { access: 'public', widths: [640, 1280, 1920], quality: 78, avifQuality: 55 },
  prescription: { access: 'private', widths: [1600], quality: 86 },
  proof: { access: 'private', widths: [1600], quality: 86 },
  'order-prescription': { access: 'private', widths: [1600], quality: 86 },
}
