import type { Order } from '#contract/orders.ts'
import { joinCarts, mergeItems } from '#domain/cart.ts'
import { browserApi } from '../api.ts'
import { type Adjustment, readCart, toCartItems, writeCart } from '../browser/cart.ts'

/**
 * Puts an order's products in the cart again, at today's prices and within today's stock. What the cart holds already
 * stays; per product the larger quantity, so that doing it twice doesn't double anything. Throws an ApiError when it can't
 * be asked, and the cart stays as it was.
 *
 * @returns what didn't fit
 */
export async function repeatOrder({ products }: Order, userId: string): Promise<Adjustment[]> {
  const kept = await browserApi.getCart({ params: { userId } })
  const inCart = joinCarts(readCart(), kept.data)
  const again = mergeItems(products.map(({ productId, quantity }) => ({ productId, quantity })))
  const items = joinCarts(again, toCartItems(inCart))
  const answer = await browserApi.updateCart({ body: { cart: userId, items } })
  writeCart(answer.data)
  const names = new Map(products.map(({ productId, productName }) => [productId, productName]))
  // Of a product that is gone, only the order still knows the name.
  return answer.adjusted.map((one) => ({ ...one, name: one.name || names.get(one.productId) || '' }))
}
