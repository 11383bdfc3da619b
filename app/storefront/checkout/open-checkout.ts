import { readCart } from '../../cart/cart-storage.ts'
import { type Adjustment, loadCart, syncCart } from '../../cart/sync-cart.ts'
import { readSession } from '../../session/session.ts'
import { findPendingOrder, fingerprint, forgetPendingOrder } from './pending-order.ts'

/**
 * Merges the local and the server's cart when the checkout opens. The server's cart wins if the local cart is empty, and after a
 * submit without an answer, where it shows whether an order exists. Failures are silent: the submit syncs again.
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
    // The cart changed after that submit: the next submit is a new order.
    if (pending && pending.items !== fingerprint(lines)) forgetPendingOrder()
    return { adjusted: [], unanswered: pending !== null && lines.length === 0 }
  } catch {
    return { adjusted: [], unanswered: false }
  }
}
