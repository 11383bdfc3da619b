import { randomBytes } from 'node:crypto'

/** 32 hex digits: 128 bits can't be guessed, and lower case alone is safe on every file system. */
const namePattern = /^([0-9a-f]{32})\.webp$/

/** Makes the stem of a new image's name; the name is the stem and `.webp`. */
export const newStem = () => randomBytes(16).toString('hex')

/** The name without its extension. Null for any other string, which therefore never becomes part of a path. */
export function stemOf(name: string): string | null {
  return namePattern.exec(name)?.[1] ?? null
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
