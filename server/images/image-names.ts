import { randomBytes } from 'node:crypto'
import { type ImageKind, imageKinds } from './image-kinds.ts'

/** A name has 32 hex digits: 128 bits can't be guessed, and lower case alone is safe on every file system. */
const namePattern = /^([0-9a-f]{32})\.webp$/

/** Makes the stem of a new image's name; the name is the stem and `.webp`. */
export const newStem = () => randomBytes(16).toString('hex')

/** The name of a missing image, which any available image store can look up. */
export const NO_IMAGE = `${'0'.repeat(32)}.webp`

/** The name without its extension. Null for any other string, which therefore never becomes part of a path. */
export function stemOf(name: string): string | null {
  return namePattern.exec(name)?.[1] ?? null
}

export type FileFormat = 'webp' | 'avif'

/** The file of an image at a width, below the folder of its kind. */
export const fileOf = (stem: string, width: number, format: FileFormat = 'webp') =>
  `${stem}-${width}.${format}`

/** The stem and the width in a file's name, which ends in `.part` while it is written. */
const filePattern = /^([0-9a-f]{32})-\d+\.(webp|avif)(?:\.part)?$/

/** The image that a file belongs to, and its format; null for a file that the image stores didn't write. */
export function parseFile(file: string): { name: string; format: FileFormat } | null {
  const [, stem, format] = filePattern.exec(file) ?? []
  return stem ? { name: `${stem}.webp`, format: format as FileFormat } : null
}

/** The files that an image may have. */
export function filesOf(kind: ImageKind, stem: string): string[] {
  const { widths, avifQuality } = imageKinds[kind]
  const formats: FileFormat[] = avifQuality ? ['webp', 'avif'] : ['webp']
  return formats.flatMap((format) => widths.map((width) => fileOf(stem, width, format)))
}

/**
 * Sorts the widths of an image by preference: from the narrowest that is at least `wanted` to the widest, then the narrower
 * ones from wide to narrow.
 */
export function sortByPreference(widths: readonly number[], wanted = Number.POSITIVE_INFINITY): number[] {
  const ascending = [...widths].sort((a, b) => a - b)
  const enough = ascending.filter((width) => width >= wanted)
  return [...enough, ...ascending.filter((width) => width < wanted).reverse()]
}
