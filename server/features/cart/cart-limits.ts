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
