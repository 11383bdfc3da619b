import type { SaleAssessment } from './assess-sale.ts'
import { readProductWords, type SaleFacts } from './product-words.ts'

/**
 * The key under which a decision about a product holds for products of later lists: its ingredient, else its brand; with strength, form and
 * route, so that other strengths stay undecided. A decision about a name without strength and form holds for that name only.
 */
export function decisionKey(product: SaleFacts, { reason, subject }: SaleAssessment): string {
  const { words, milligrams, route, forms, percents } = readProductWords(product)
  const strength = [...new Set(milligrams)].toSorted((a, b) => a - b).map((mg) => `${mg} mg`)
  const isVague = strength.length + percents.length + forms.length === 0
  const brand = isVague ? words.join(' ') : brandOf(words)
  const named = reason === 'listed' || reason === 'similar' ? subject : brand
  return [named, ...strength, ...percents, route, ...forms.toSorted()].join(' | ')
}

/** Forms with which lists begin a name: 'CREMA DE …'. */
const FORMS =
  /^(crema|gel|locion|spray|solucion|polvo|jarabe|gotas|aceite|balsamo|pomada|emulsion|set|pack|lab)$/

/** Beginnings that many ingredients share: 'ACIDO TRANEXAMICO', 'CLORURO DE ETILO'. */
const SALTS =
  /^(acido|acetato|bicarbonato|bromuro|carbonato|citrato|clorhidrato|cloruro|complejo|extracto|fluoruro|floruro|fosfato|gluconato|hidroxido|lactato|nitrato|oxido|sulfato|suero|vitamina)$/

/** The brand of a name: its first word that is neither a number nor a form, with the next one after a salt's. */
export function brandOf(words: readonly string[]): string {
  const named = words.filter((word) => word.length >= 3 && !/\d/.test(word) && !FORMS.test(word))
  const [first = words.join(' '), second] = named
  return SALTS.test(first) && second ? `${first} ${second}` : first
}
