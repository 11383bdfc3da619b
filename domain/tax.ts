/** The percentage of IVA, Chile's value added tax. */
export const TAX_PERCENT = 19

/**
 * Splits a total into subtotal and IVA, in pesos with two decimals. The IVA is 19 % *of the total* and
 * the subtotal the rest, so that both add up to the total.
 */
export function splitTax(total: number): { subtotal: number; tax: number } {
  const hundredths = Math.round(total * 100)
  const tax = Math.round((hundredths * TAX_PERCENT) / 100)
  return { subtotal: (hundredths - tax) / 100, tax: tax / 100 }
}

/** A total in whole pesos as screens and books show it, with the net amount and the IVA that add up to it. */
export function splitWholeTotal(total: number): { net: number; tax: number; total: number } {
  const whole = Math.round(total)
  const tax = Math.round(splitTax(whole).tax)
  return { net: whole - tax, tax, total: whole }
}
