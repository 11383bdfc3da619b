import { cartLimits, limitMessages } from '#contract/cart-limits.ts'
import { type CartItem, findExcess } from '#domain/cart.ts'
import { store } from '#store'

const LIMITS = cartLimits(store)

/** The message for a cart over a limit (docs/product.md#cart); undefined within all limits. */
export function limitMessage(lines: readonly CartItem[]): string | undefined {
  const excess = findExcess(lines, LIMITS)
  return excess && limitMessages(LIMITS)[excess]
}
