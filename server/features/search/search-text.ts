import { fold } from '#domain/text.ts'

const STEPS: readonly (readonly [RegExp, string])[] = [
  [/(?<![a-z])u\.i\.?(?![a-z])/g, 'ui'],
  // Thousands: 1.000 is 1000, but 0.075 and 1.5 are fractions.
  [/(?<![0-9])(?<![0-9][.,])([1-9][0-9]{0,2})\.([0-9]{3})(?:\.([0-9]{3}))?(?![0-9])/g, '$1$2$3'],
  [/([0-9]),(?=[0-9])/g, '$1.'],
  [/(?<![0-9.])([0-9]+)\.0+(?![0-9])/g, '$1'],
  // Words written without a space between: 24COM, 504MGPRAZIQUANTEL, X30, 90MGX60, PARACETAMOL500; but B12 is one word.
  [/([0-9])(?=[a-z%])/g, '$1 '],
  [/(?<![a-z])(mcg|mg|ml)(?=[a-z]{4})/g, '$1 '],
  [/(?<![a-z])(mg|mcg|ml|gr?|cm|m|ui|un|und)?x ?(?=[0-9])/g, ' $1 '],
  [/([a-z]{2})(?=[0-9])/g, '$1 '],
  [/[^a-z0-9.%|]+|(?<![0-9])\.|\.(?![0-9])/g, ' '],
  [/ +/g, ' '],
  // A strength is one word, with one spelling of its unit.
  [/([0-9]) (?:mgs?|miligramos?)(?![a-z0-9])/g, '$1mg'],
  [/([0-9]) (?:mcgr?|mc|ug|microgramos?)(?![a-z0-9])/g, '$1mcg'],
  [/([0-9]) (?:g|grs?|gramos?)(?![a-z0-9])/g, '$1g'],
  [/([0-9]) (?:mls?|cc|mililitros?)(?![a-z0-9])/g, '$1ml'],
  [/([0-9]) (?:l|lts?|litros?)(?![a-z0-9])/g, '$1l'],
  [/([0-9]) (?:kgs?|kilos?|kilogramos?)(?![a-z0-9])/g, '$1kg'],
  [/([0-9]) (ui|meq|%)(?![a-z0-9])/g, '$1$2'],
  // Plurals: condones, gotas; but neither dosis nor mes.
  [/([a-z][aeiou][lrndjz])es(?![a-z0-9])/g, '$1'],
  [/([a-z]{2}[aeo])s(?![a-z0-9])/g, '$1'],
]

/**
 * Normalises a text for the search: `PARACETAMOL500MG X16COMP.` → `paracetamol 500mg 16 comp`. The SQL function `search_text()` does the
 * same to the products, but keeps `|`.
 */
export function searchText(text: string): string {
  const kept = STEPS.reduce(
    (result, [pattern, replacement]) => result.replace(pattern, replacement),
    fold(text.replaceAll('|', ' ')),
  )
  return kept.trim()
}
