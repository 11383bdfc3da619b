/**
 * Comma lists of names, as calls and URLs send categories and suppliers (docs/shop.md#pages). A comma in a name is written
 * `%2C`. In older lists without `%2C`, neighbouring parts that join to a known name are one name.
 */

/** The maximum number of names in a filter. */
export const MAX_NAMES = 50

/** The maximum number of parts that are tried as one name. */
const MAX_PARTS = 6

/** Joins names to a list: `['Vitaminas, minerales', 'Bebé']` → `Vitaminas%2C minerales,Bebé`. */
export const joinNames = (names: readonly string[]): string => names.map(escapeName).join(',')

/** Escapes a name for a list. */
export const escapeName = (name: string) => name.replaceAll('%', '%25').replaceAll(',', '%2C')

const unescapeName = (part: string) => part.replaceAll(/%2C/gi, ',').replaceAll('%25', '%').trim()

/** Splits a list into its parts, each taken for one name. */
export const splitNames = (list: string): string[] => list.split(',').map(unescapeName).filter(Boolean)

/** The names that a list may contain: every part, and neighbouring parts joined by their commas. */
export function possibleNames(list: string): string[] {
  const parts = list.split(',')
  return [
    ...new Set(
      parts.flatMap((_, from) =>
        parts
          .slice(from, from + MAX_PARTS)
          .map((_, length) => unescapeName(parts.slice(from, from + length + 1).join(','))),
      ),
    ),
  ].filter(Boolean)
}

/**
 * Reads a list: from the left, the longest run of parts that is a known name. Parts that belong to no known name are left out.
 *
 * @param isKnown whether there is such a name
 */
export function readNames(list: string, isKnown: (name: string) => boolean): string[] {
  const parts = list.split(',')
  const names: string[] = []
  for (let from = 0; from < parts.length; ) {
    let length = Math.min(MAX_PARTS, parts.length - from)
    const nameOf = () => unescapeName(parts.slice(from, from + length).join(','))
    while (length > 0 && !isKnown(nameOf())) length -= 1
    if (length > 0) names.push(nameOf())
    from += Math.max(1, length)
  }
  return [...new Set(names)]
}
