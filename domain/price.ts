/**
 * Money. Unit prices are whole Chilean pesos; discounts are percents from 0 to 100 with at most two decimals; a line's
 * total may have two decimals, because the specification rounds it so (spec §5).
 */

/** Rounds to two decimals, halves away from zero, without the drift of binary fractions. */
function toHundredths(hundredThousandths: number): number {
  return Math.round(hundredThousandths / 100) / 100
}

/** The unit price after the discount: cost − cost × discount / 100, in pesos, at most two decimals (spec §5). */
export function discountedPrice(cost: number, discount: number): number {
  return lineTotal(1, cost, discount)
}

/** Quantity × unit price less the discount percent, rounded to two decimals (spec §5). */
export function lineTotal(quantity: number, price: number, discount: number): number {
  const keptHundredths = 10_000 - Math.round(discount * 100)
  return toHundredths(quantity * price * keptHundredths)
}

/** The sum of line totals, in pesos, free of binary drift. */
export function sumTotals(totals: readonly number[]): number {
  return totals.reduce((sum, total) => sum + Math.round(total * 100), 0) / 100
}

/** Chilean pesos: no decimals, a dot between thousands (spec §9). By hand, since browsers and servers disagree on es-CL. */
export function formatPrice(pesos: number): string {
  const digits = Math.abs(Math.round(pesos))
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, '.')
  return `${pesos < 0 ? '-' : ''}$${digits}`
}
