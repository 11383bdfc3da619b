/**
 * Conditions under which a product is sold: directly, on a simple prescription, on one that the pharmacy retains, or on a
 * "receta cheque", which is never sold online. `none`: no medicine; `unknown`: nobody has said (docs/shop.md#condition-of-sale).
 */
export const SALE_CONDITIONS = ['direct', 'simple', 'retained', 'check', 'none', 'unknown'] as const
export type SaleCondition = (typeof SALE_CONDITIONS)[number]

/** The conditions of products with a prescription, the mildest first. */
export const PRESCRIPTION_CONDITIONS = ['simple', 'retained', 'check'] as const
export type PrescriptionCondition = (typeof PRESCRIPTION_CONDITIONS)[number]

export const needsPrescription = (condition: SaleCondition): condition is PrescriptionCondition =>
  (PRESCRIPTION_CONDITIONS as readonly string[]).includes(condition)

/** Two older fields that say a part of the condition; earlier clients send them. */
export type SaleFlags = { prescription: boolean; directSale: boolean }

export const flagsOf = (condition: SaleCondition): SaleFlags => ({
  prescription: needsPrescription(condition),
  directSale: condition === 'direct',
})

/** The condition that the flags of an earlier client mean: the product's own where the flags agree with it. */
export function conditionOfFlags(flags: SaleFlags, current: SaleCondition = 'unknown'): SaleCondition {
  const own = flagsOf(current)
  if (own.prescription === flags.prescription && own.directSale === flags.directSale) return current
  if (flags.prescription) return 'simple'
  return flags.directSale ? 'direct' : 'unknown'
}

/** Spanish names, for forms, workbooks and the audit log. */
export const SALE_CONDITION_NAMES: Record<SaleCondition, string> = {
  direct: 'Venta directa',
  simple: 'Receta simple',
  retained: 'Receta retenida',
  check: 'Receta cheque',
  none: 'No es medicamento',
  unknown: 'Por definir',
}

/** Tells the customer what to do with the prescription; undefined for products without a prescription and for a receta cheque. */
export function prescriptionInstructions(condition: SaleCondition) {
  if (condition === 'simple') return 'Con receta: envíala al pedir'
  return condition === 'retained' ? 'Receta retenida: entrega el original al recibir' : undefined
}

/** The text in place of the cart's button for a product that isn't sold online; undefined for others. */
export function notSoldOnlineText({ saleCondition, held }: { saleCondition: SaleCondition; held: boolean }) {
  if (saleCondition === 'check') return 'Solo en la farmacia'
  return held ? 'Consulta en la farmacia' : undefined
}
