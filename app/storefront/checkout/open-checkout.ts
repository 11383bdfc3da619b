import { type Adjustment, loadCart, readCart, syncCart } from '../../browser/cart.ts'
import { readSession } from '../../browser/session.ts'
import { findPendingOrder, forgetPendingOrder, itemsOf } from './pending-order.ts'

/**
 * Brings the cart and the server's together when the checkout opens. After a submit without an answer the server's cart
 * tells what happened, so the local one must not overwrite it; nor may an empty one. Failures are silent (spec §8): the
 * submit syncs again.
 *
 * @returns what was adjusted, and whether a submit without an answer seems to have become an order
 */
export async function openCheckout(): Promise<{ adjusted: Adjustment[]; unanswered: boolean }> {
  const session = readSession()
  const pending = session && findPendingOrder(session.userId)
  try {
    if (!pending && readCart().length > 0) return { adjusted: await syncCart(), unanswered: false }
    await loadCart()
    const lines = readCart()
    // Another cart than the one that was sent: that submit isn't repeated any more.
    if (pending && pending.items !== itemsOf(lines)) forgetPendingOrder()
    return { adjusted: [], unanswered: pending !== null && lines.length === 0 }
  } catch {
    return { adjusted: [], unanswered: false }
  }
}
