import type { Order } from '#contract/orders.ts'
import { joinCarts, mergeItems } from '#domain/cart.ts'
import { browserApi } from '../api.ts'
import { type Adjustment, toCartItems } from '../browser/cart.ts'
import { readCart, writeCart } from '../browser/cart-storage.ts'

/**
 * Puts an order's products in the cart again, at today's prices and within today's stock. The cart keeps its other
 * products. Of a product in both, the larger quantity counts, so repeating an order twice doesn't double it.
 *
 * @returns the products that didn't fit
 * @throws ApiError when a call fails; the cart stays as it was
 */
export async function repeatOrder({ products }: Order, userId: string): Promise<Adjustment[]> {
  const saved = await browserApi.getCart({ params: { userId } })
  const inCart = joinCarts(readCart(), saved.data)
  const again = mergeItems(products.map(({ productId, quantity }) => ({ productId, quantity })))
  const items = joinCarts(again, toCartItems(inCart))
  const answer = await browserApi.updateCart({ body: { cart: userId, items } })
  writeCart(answer.data)
  const names = new Map(products.map(({ productId, productName }) => [productId, productName]))
  // A product that was removed has its name only in the order.
  return answer.adjusted.map((adjustment) => ({
    ...adjustment,
    name: adjustment.name || names.get(adjustment.productId) || '',
  }))
}
