/**
 * Money. Unit prices are whole Chilean pesos, discounts percentages from 0 to 100 with at most two
 * decimals, line totals pesos with at most two decimals.
 */

/** Pesos with two decimals, halves rounded up. Takes whole numbers, so that no binary fraction is lost. */
function roundToHundredths(tenThousandths: number): number {
  return Math.round(tenThousandths / 100) / 100
}

/** The price less its discount in percent: cost − cost × discount / 100, with at most two decimals. */
export function discountedPrice(cost: number, discount: number): number {
  return lineTotal(1, cost, discount)
}

/** Quantity × unit price less the discount, in pesos, rounded once to two decimals. */
export function lineTotal(quantity: number, price: number, discount: number): number {
  const paidHundredthsOfPercent = 10_000 - Math.round(discount * 100)
  return roundToHundredths(quantity * price * paidHundredthsOfPercent)
}

/** The sum of line totals in pesos, without binary rounding errors. */
export function sumTotals(totals: readonly number[]): number {
  return totals.reduce((sum, total) => sum + Math.round(total * 100), 0) / 100
}

/** Formats pesos: `$12.990`. */
export const formatPrice = (pesos: number): string =>
  `${pesos < 0 ? '-' : ''}$${formatWhole(Math.abs(Math.round(pesos)))}`

/** Formats a whole number: `12.990`. Without Intl, since browsers and Node differ for es-CL. */
export const formatWhole = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, '.')

/** Formats a number with a decimal comma: `12,5`. */
export const formatDecimal = (number: number): string => String(number).replace('.', ',')

/** A typed number with a decimal point, as the calls take it: `12.5` for `12,5`. */
export const withPoint = (typed: string): string => typed.trim().replace(',', '.')

/** Formats a count with its noun: `1 fila`, `1.200 filas`. */
export const counted = (count: number, one: string, many: string): string =>
  `${formatWhole(count)} ${count === 1 ? one : many}`
