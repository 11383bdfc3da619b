import type { CartLine } from '#contract/cart.ts'
import { cartLimits, limitMessages } from '#contract/cart-limits.ts'
import { type CartItem, findExcess } from '#domain/cart.ts'
import { store } from '#store'
import { Refusal } from '../../refusals/refusal.ts'

export const CART_LIMITS = cartLimits(store)
const MESSAGES = limitMessages(CART_LIMITS)

/** @throws Refusal BAD_INPUT with the limit that a cart is past (docs/product.md#cart) */
export function checkLimits(items: readonly CartItem[]) {
  const excess = findExcess(items, CART_LIMITS)
  if (excess) throw new Refusal('BAD_INPUT', { message: MESSAGES[excess] })
}

/**
 * Refuses lines that aren't sold online (docs/product.md#condition-of-sale).
 *
 * @throws Refusal SALE_IN_PERSON, CONDITION_UNKNOWN
 */
export function checkConditions(lines: readonly Pick<CartLine, 'name' | 'saleCondition' | 'held'>[]) {
  const inPerson = lines.find(({ saleCondition }) => saleCondition === 'check')
  if (inPerson)
    throw new Refusal('SALE_IN_PERSON', {
      message: `${inPerson.name} se vende con receta cheque, solo en la farmacia.`,
    })
  const held = lines.find((line) => line.held)
  if (held)
    throw new Refusal('CONDITION_UNKNOWN', {
      message: `${held.name} no está a la venta por ahora. Consulta en la farmacia.`,
    })
}
