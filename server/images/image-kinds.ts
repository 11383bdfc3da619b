/** Public images are served to everyone, private ones only to their customer and the staff (docs/product.md#images). */
export type ImageKind = 'product' | 'user' | 'carousel' | 'prescription' | 'proof' | 'order-prescription'

interface KindOfImage {
  readonly access: 'public' | 'private'
  /** The stored widths in pixels, ascending; the pages' `srcset` lists the same. */
  readonly widths: readonly number[]
  /** WebP quality: higher where handwriting or a bank's receipt must stay legible. */
  readonly quality: number
}

export const imageKinds: Readonly<Record<ImageKind, KindOfImage>> = {
  product: { access: 'public', widths: [160, 320, 640, 960], quality: 80 },
  user: { access: 'public', widths: [96, 320], quality: 80 },
  carousel: { access: 'public', widths: [640, 1280, 1920], quality: 78 },
  prescription: { access: 'private', widths: [1600], quality: 86 },
  proof: { access: 'private', widths: [1600], quality: 86 },
  'order-prescription': { access: 'private', widths: [1600], quality: 86 },
}
