/** What an image is of. The public ones are served to everyone; the private ones only to those who may see them. */
export type ImageKind = 'product' | 'user' | 'carousel' | 'prescription' | 'proof'

interface KindOfImage {
  readonly access: 'public' | 'private'
  /** The widths kept, in pixels, ascending; the pages' `srcset` names the same ones. */
  readonly widths: readonly number[]
  /** WebP quality: higher where a person has to read handwriting or a bank's receipt. */
  readonly quality: number
}

export const imageKinds: Readonly<Record<ImageKind, KindOfImage>> = {
  product: { access: 'public', widths: [160, 320, 640, 960], quality: 80 },
  user: { access: 'public', widths: [96, 320], quality: 80 },
  carousel: { access: 'public', widths: [640, 1280, 1920], quality: 78 },
  prescription: { access: 'private', widths: [1600], quality: 86 },
  proof: { access: 'private', widths: [1600], quality: 86 },
}
