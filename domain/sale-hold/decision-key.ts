import type { SaleAssessment } from './assess-sale.ts'
import { readProductWords, type SoldAs } from './product-words.ts'

/**
 * The key under which a decision about a product holds for products of later lists: its ingredient, else the name's first word; with
 * strength, form and route, so that no other strength is decided by it.
 */
export function decisionKey(product: SoldAs, { reason, subject }: SaleAssessment): string {
  const { words, milligrams, route, forms, percents } = readProductWords(product)
  const strength = [...new Set(milligrams)].toSorted((a, b) => a - b).map((mg) => `${mg} mg`)
  const named = reason === 'listed' || reason === 'similar' ? subject : brandOf(words)
  return [named, ...strength, ...percents, route, ...forms.toSorted()].join(' | ')
}

/** Forms with which lists begin a name: 'CREMA DE …'. */
const FORMS =
  /^(crema|gel|locion|spray|solucion|polvo|jarabe|gotas|aceite|balsamo|pomada|emulsion|set|pack|lab)$/

/** The first word of a name that is neither a number nor a form. */
export const brandOf = (words: readonly string[]): string =>
  words.find((word) => word.length >= 3 && !/\d/.test(word) && !FORMS.test(word)) ?? words.join(' ')
