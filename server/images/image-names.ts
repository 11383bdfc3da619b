import { randomBytes } from 'node:crypto'

/** 32 hex digits: nobody guesses 128 bits, and no file system mixes them up by case. */
const nameShape = /^([0-9a-f]{32})\.webp$/

/** A new image's stem; its name is the stem and `.webp`. */
export const newStem = () => randomBytes(16).toString('hex')

/** The name without its ending, or null: a name that could leave its folder never becomes a path. */
export function stemOf(name: string): string | null {
  return nameShape.exec(name)?.[1] ?? null
}

/** Enough pixels first, the closest before the others; then the largest of what is too small. */
export function byPreference(widths: readonly number[], asked = Number.POSITIVE_INFINITY): number[] {
  const ascending = [...widths].sort((a, b) => a - b)
  const enough = ascending.filter((width) => width >= asked)
  return [...enough, ...ascending.filter((width) => width < asked).reverse()]
}
