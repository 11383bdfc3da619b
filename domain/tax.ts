/** IVA in percent (spec §9). */
export const TAX_PERCENT = 19

/**
 * How the order details split a total (spec §5): the IVA line is 19 % *of the total*, the subtotal what remains, so
 * that both always add up to the total. Pesos, two decimals.
 */
export function splitTax(total: number): { subtotal: number; tax: number } {
  const hundredths = Math.round(total * 100)
  const tax = Math.round((hundredths * TAX_PERCENT) / 100)
  return { subtotal: (hundredths - tax) / 100, tax: tax / 100 }
}
