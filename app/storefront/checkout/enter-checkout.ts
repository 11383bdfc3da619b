import { type Adjustment, loadCart, readCart, syncCart } from '../../cart.ts'
import { readSession } from '../../session.ts'
import { dropAttempt, itemsOf, unansweredAttempt } from './attempt.ts'

/**
 * Brings the cart and the server's together when the checkout opens. After a submit without an answer the server's cart
 * tells what happened, so the local one must not overwrite it; nor may an empty one. Failures are silent (spec §8): the
 * submit syncs again.
 *
 * @returns what was adjusted, and whether a submit without an answer seems to have become an order
 */
export async function enterCheckout(): Promise<{ adjusted: Adjustment[]; unanswered: boolean }> {
  const session = readSession()
  const attempt = session && unansweredAttempt(session.userId)
  try {
    if (!attempt && readCart().length > 0) return { adjusted: await syncCart(), unanswered: false }
    await loadCart()
    const lines = readCart()
    // Another cart than the one that was sent: that submit isn't repeated any more.
    if (attempt && attempt.items !== itemsOf(lines)) dropAttempt()
    return { adjusted: [], unanswered: attempt !== null && lines.length === 0 }
  } catch {
    return { adjusted: [], unanswered: false }
  }
}
