import { type Adjustment, loadCart, syncCart } from '../../cart/cart.ts'
import { readCart } from '../../cart/cart-storage.ts'
import { readSession } from '../../session/session.ts'
import { findPendingOrder, fingerprint, forgetPendingOrder } from './pending-order.ts'

/**
 * Brings the local cart and the server's together when the checkout opens. The server's cart replaces the local one, instead
 * of being overwritten by it, in two cases: after a submit without an answer, because the server's cart shows whether it
 * became an order, and when the local cart is empty. Failures are silent, since the submit syncs again.
 *
 * @returns the adjusted lines, and whether a submit without an answer seems to have become an order
 */
export async function openCheckout(): Promise<{ adjusted: Adjustment[]; unanswered: boolean }> {
  const session = readSession()
  const pending = session && findPendingOrder(session.userId)
  try {
    if (!pending && readCart().length > 0) return { adjusted: await syncCart(), unanswered: false }
    await loadCart()
    const lines = readCart()
    // The cart changed since that submit: the next submit is a new order.
    if (pending && pending.items !== fingerprint(lines)) forgetPendingOrder()
    return { adjusted: [], unanswered: pending !== null && lines.length === 0 }
  } catch {
    return { adjusted: [], unanswered: false }
  }
}
