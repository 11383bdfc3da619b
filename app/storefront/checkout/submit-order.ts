import type { CallInput } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { CartLine } from '#contract/cart.ts'
import { errors } from '#contract/errors.ts'
import { ApiError, browserApi } from '../../api.ts'
import { type Adjustment, readCart, sentLines, syncCart, writeCart } from '../../browser/cart.ts'
import type { Session } from '../../browser/session.ts'
import { findPendingOrder, forgetPendingOrder, itemsOf, savePendingOrder } from './pending-order.ts'

export type Details = Omit<CallInput<Calls['createOrder']>['body'], 'id' | 'products'>

type Outcome =
  | { kind: 'placed'; message: string }
  /** The cart didn't fit the catalogue any more: the person has to see it first. */
  | { kind: 'adjusted'; adjusted: Adjustment[] }
  | { kind: 'refused'; error: ApiError }

/** Syncs the cart and places the order of it (design §2.13). The local cart is empty once it is placed. */
export async function submitOrder(session: Session, details: Details): Promise<Outcome> {
  try {
    const earlier = findPendingOrder(session.userId)
    const repeated = earlier?.items === itemsOf(readCart()) ? earlier : null
    if (!repeated) {
      // A repeated submit isn't synced: if the first one did become an order, its lines must not go back into the cart.
      const shown = readCart()
      const adjusted = await syncCart()
      if (adjusted.length > 0) return { kind: 'adjusted', adjusted }
      if (pricesDiffer(shown, readCart())) return { kind: 'refused', error: priceChanged() }
    }
    const lines = readCart()
    const { key } = repeated ?? { key: crypto.randomUUID() }
    savePendingOrder({ userId: session.userId, key, items: itemsOf(lines) })
    const { message } = await browserApi.createOrder({
      body: { ...details, id: session.userId, products: sentLines(lines) },
      headers: { 'Idempotency-Key': key },
    })
    forgetPendingOrder()
    writeCart([])
    return { kind: 'placed', message }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The server has answered: nothing of this order is under way.
    if (error.status > 0 && error.status < 500) forgetPendingOrder()
    if (error.status === 409 && Array.isArray(error.data)) writeCart(error.data as CartLine[])
    return { kind: 'refused', error }
  }
}

/** Nobody pays what they weren't shown: the fresh prices are on the screen now, for a second submit. */
function pricesDiffer(shown: CartLine[], fresh: CartLine[]): boolean {
  const totals = new Map(shown.map((line) => [line.productId, line.total]))
  return fresh.some((line) => totals.get(line.productId) !== line.total)
}

const priceChanged = () => new ApiError(409, { code: 'PRICE_CHANGED', message: errors.PRICE_CHANGED.message })
