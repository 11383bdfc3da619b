import type { z } from 'zod'
import type { CartLine } from '#contract/cart.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { orderCalls, shippingDetails } from '#contract/orders.ts'
import { ApiError, browserApi } from '../../api/client.ts'
import { parseStored } from '../../browser/browser-storage.ts'
import { isUnconfirmed, readCart, toCartItems, writeCart } from '../../cart/cart.ts'
import { type Adjustment, pullCart, pushCart } from '../../cart/sync-cart.ts'
import { readSession, type Session } from '../../session/session.ts'

/** From the checkout to the order: opening the page syncs the cart, and one call orders it. */

export type ShippingDetails = z.input<typeof shippingDetails>

/** The parts of an order besides its lines and the shipping details. */
export type OrderRequest = Pick<
  z.input<typeof orderCalls.createOrder.body>,
  'coupon' | 'delivery' | 'expectedTotal' | 'recipient'
>

export type OpenedCheckout = {
  /** The lines that were adjusted to the catalogue. */
  adjusted: Adjustment[]
  /** Whether a submit without an answer seems to have become an order. */
  unanswered: boolean
  /** Whether the server has the same cart. */
  synced: boolean
}

/**
 * Merges the local and the server's cart when the checkout opens. The server's cart wins if the local cart is empty, and after a
 * submit without an answer, where it shows whether an order exists. Failures are silent: the submit syncs first then.
 */
export async function openCheckout(): Promise<OpenedCheckout> {
  const session = readSession()
  const pending = session && findPendingOrder(session.userId)
  try {
    if (!pending && readCart().length > 0)
      return { adjusted: await pushCart(), unanswered: false, synced: true }
    await pullCart()
    const lines = readCart()
    // The cart changed after that submit: the next submit is a new order.
    if (pending && pending.items !== fingerprint(lines)) forgetPendingOrder()
    return { adjusted: [], unanswered: pending !== null && lines.length === 0, synced: true }
  } catch {
    return { adjusted: [], unanswered: false, synced: false }
  }
}

type Outcome =
  | { kind: 'placed'; message: string; orderId: string }
  /** The cart no longer fits the catalogue: the customer has to see the changes before ordering. */
  | { kind: 'adjusted'; adjusted: Adjustment[] }
  | { kind: 'refused'; error: ApiError; adjusted: Adjustment[] }

/**
 * Orders the cart that the customer sees and empties the local cart. The server refuses a cart or prices that differ from its
 * own; the local cart then becomes the server's, for a second submit.
 *
 * @param synced false for a cart that the server may not have; it is sent first then
 */
export async function placeOrder(
  session: Session,
  details: ShippingDetails,
  { synced, ...request }: Pick<OpenedCheckout, 'synced'> & OrderRequest,
): Promise<Outcome> {
  try {
    const shown = readCart()
    const items = fingerprint(shown)
    const earlier = findPendingOrder(session.userId)
    const repeated = earlier?.items === items ? earlier : null
    // A repeated submit never syncs: if the first submit became an order, its lines must not return to the cart.
    if (!repeated && (!synced || isUnconfirmed())) {
      const adjusted = await pushCart()
      if (adjusted.length > 0) return { kind: 'adjusted', adjusted }
    }
    const key = repeated?.key ?? crypto.randomUUID()
    savePendingOrder({ userId: session.userId, key, items })
    const { message, data } = await browserApi.createOrder({
      body: { ...details, ...request, id: session.userId, products: toCartItems(shown) },
      headers: { 'Idempotency-Key': key },
    })
    forgetPendingOrder()
    writeCart([])
    return { kind: 'placed', message, orderId: data._id }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The server has answered, so this order isn't pending any more.
    if (error.status > 0 && error.status < 500) forgetPendingOrder()
    return { kind: 'refused', error, adjusted: await takeRefusal(error) }
  }
}

/** Refusals of a cart with lines that can't be sold as they are. */
const UNSOLD: readonly ErrorCode[] = ['NO_STOCK', 'NO_PRICE', 'SALE_IN_PERSON', 'CONDITION_UNKNOWN']

/** Replaces the local cart by the server's after a refusal. @returns the lines that were adjusted to the catalogue */
async function takeRefusal(error: ApiError): Promise<Adjustment[]> {
  const changed = error.dataOf('PRICE_CHANGED')
  const lines =
    error.code === 'CART_EMPTY'
      ? []
      : (error.dataOf('CART_CHANGED') ??
        (changed && 'lines' in changed ? changed.lines : changed) ??
        error.dataOf('NO_PRICE') ??
        error.dataOf('NO_STOCK'))
  if (Array.isArray(lines)) writeCart(lines)
  return UNSOLD.includes(error.code) ? pushCart().catch(() => []) : []
}

/**
 * An order that was sent but not answered, saved until the server answers. Its idempotency key makes a repeated submit the same
 * order. `items` is the cart's {@link fingerprint}.
 */
type PendingOrder = { userId: string; key: string; items: string }

const STORAGE_KEY = 'checkout-attempt'

/** The cart's products and quantities as one text: equal carts have equal fingerprints. */
const fingerprint = (lines: readonly CartLine[]) =>
  lines
    .map(({ productId, quantity }) => `${productId}:${quantity}`)
    .sort()
    .join(' ')

function findPendingOrder(userId: string): PendingOrder | null {
  const pending = parseStored<PendingOrder>(sessionStorage.getItem(STORAGE_KEY))
  return pending?.userId === userId ? pending : null
}

const savePendingOrder = (pending: PendingOrder) =>
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(pending))

const forgetPendingOrder = () => sessionStorage.removeItem(STORAGE_KEY)
