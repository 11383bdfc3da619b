import type { CallInput } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { CartLine } from '#contract/cart.ts'
import { errors } from '#contract/errors.ts'
import { ApiError, browserApi } from '../../api/client.ts'
import { toCartItems } from '../../cart/cart.ts'
import { readCart, writeCart } from '../../cart/cart-storage.ts'
import { type Adjustment, syncCart } from '../../cart/sync-cart.ts'
import type { Session } from '../../session/session.ts'
import { findPendingOrder, fingerprint, forgetPendingOrder, savePendingOrder } from './pending-order.ts'

export type ShippingDetails = Omit<CallInput<Calls['createOrder']>['body'], 'id' | 'products'>

type Outcome =
  | { kind: 'placed'; message: string; orderId: string }
  /** The cart no longer fits the catalogue: the customer has to see the changes before ordering. */
  | { kind: 'adjusted'; adjusted: Adjustment[] }
  | { kind: 'refused'; error: ApiError }

/** Syncs the cart, orders it and empties the local cart (docs/product.md#orders). */
export async function submitOrder(session: Session, details: ShippingDetails): Promise<Outcome> {
  try {
    const earlier = findPendingOrder(session.userId)
    const repeated = earlier?.items === fingerprint(readCart()) ? earlier : null
    if (!repeated) {
      // A repeated submit doesn't sync: if the first submit became an order, its lines must not return to the cart.
      const shown = readCart()
      const adjusted = await syncCart()
      if (adjusted.length > 0) return { kind: 'adjusted', adjusted }
      if (pricesDiffer(shown, readCart())) return { kind: 'refused', error: priceChanged() }
    }
    const lines = readCart()
    const { key } = repeated ?? { key: crypto.randomUUID() }
    savePendingOrder({ userId: session.userId, key, items: fingerprint(lines) })
    const { message, data } = await browserApi.createOrder({
      body: { ...details, id: session.userId, products: toCartItems(lines) },
      headers: { 'Idempotency-Key': key },
    })
    forgetPendingOrder()
    writeCart([])
    return { kind: 'placed', message, orderId: data._id }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The server has answered, so this order isn't pending any more.
    if (error.status > 0 && error.status < 500) forgetPendingOrder()
    if (error.status === 409 && Array.isArray(error.data)) writeCart(error.data as CartLine[])
    return { kind: 'refused', error }
  }
}

/**
 * Whether a price differs from the shown one: nobody pays an unseen price. After the sync the screen shows the fresh prices, for
 * a second submit.
 */
function pricesDiffer(shown: CartLine[], fresh: CartLine[]): boolean {
  const totals = new Map(shown.map((line) => [line.productId, line.total]))
  return fresh.some((line) => totals.get(line.productId) !== line.total)
}

const priceChanged = () => new ApiError(409, { code: 'PRICE_CHANGED', message: errors.PRICE_CHANGED.message })
