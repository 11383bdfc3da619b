import type { CallAnswer } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { type CartItem, joinCarts } from '#domain/cart.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { readableName } from '#domain/readable-name.ts'
import { clampToStock } from '#domain/stock.ts'
import { ApiError, browserApi } from '../api/client.ts'
import { readSession } from '../session/session.ts'
import { adoptServerLines, inTurn, readCart, toCartItems, toLine, withQuantity, writeCart } from './cart.ts'

/** Removes from the cart, and brings it up to date with the server and the catalogue. */

/** A line that was changed because it didn't fit the catalogue. */
export type Adjustment = CallAnswer<Calls['updateCart']>['adjusted'][number]

export const adjustmentText = (adjustment: Adjustment): string =>
  keepTogether(`${readableName(adjustment.name) || 'Un producto'}: ${change(adjustment)}.`)

function change({ reason, quantity }: Adjustment): string {
  if (reason === 'price') return 'no tiene precio, lo quitamos'
  if (reason === 'unknown') return 'ya no está a la venta'
  if (reason === 'in-person') return 'se vende solo en la farmacia, lo quitamos'
  if (reason === 'held') return 'no está a la venta por ahora, lo quitamos'
  if (quantity === 0) return 'agotado, lo quitamos'
  return quantity === 1 ? 'queda 1 unidad' : `quedan ${quantity} unidades`
}

/**
 * Removes a product, on the server too.
 *
 * @throws ApiError when the server fails; the line then stays
 */
export async function removeFromCart(productId: string) {
  const session = readSession()
  const remove = () => writeCart(readCart().filter((line) => line.productId !== productId))
  if (!session) return remove()
  await inTurn(async () => {
    await browserApi.removeFromCart({ params: { cart: session.userId, productId } })
    remove()
  })
}

/**
 * Sends a user's local lines to the server and replaces them by its answer, with current prices and quantities within stock.
 * Does nothing for visitors.
 *
 * @param keepalive whether the call outlives the page
 * @returns the adjusted lines
 */
export async function pushCart({ keepalive = false } = {}) {
  const session = readSession()
  if (!session) return []
  const send = async () => {
    const sent = readCart()
    const answer = await browserApi.updateCart({
      body: { cart: session.userId, items: toCartItems(sent) },
      keepalive,
    })
    adoptServerLines(answer.data, sent)
    return answer.adjusted
  }
  // A page that is being left can't wait for its turn.
  return keepalive ? send() : inTurn(send)
}

/** Replaces the local lines by the server's, unless they changed while the call was running. */
export async function pullCart() {
  const session = readSession()
  if (!session) return
  await inTurn(async () => {
    const before = readCart()
    const answer = await browserApi.getCart({ params: { userId: session.userId } })
    if (readCart() === before) adoptServerLines(answer.data)
  })
}

/**
 * Joins the local cart, the user's on the server and other items: per product the largest quantity.
 *
 * @returns the adjusted lines
 */
export async function joinCart(user: string, others: readonly CartItem[] = []): Promise<Adjustment[]> {
  const { data } = await browserApi.getCart({ params: { userId: user } })
  const items = joinCarts(others, toCartItems(joinCarts(readCart(), data)))
  const answer = await browserApi.updateCart({ body: { cart: user, items } })
  writeCart(answer.data)
  return answer.adjusted
}

/**
 * Updates a visitor's lines from the catalogue, as `update-cart` does for a user: name, price and stock. A line whose product
 * fails to load stays as it is.
 *
 * @returns the adjusted lines
 */
export function refreshVisitorCart(): Promise<Adjustment[]> {
  refreshing ??= refresh().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

let refreshing: Promise<Adjustment[]> | undefined

async function refresh(): Promise<Adjustment[]> {
  const before = readCart()
  const adjusted: Adjustment[] = []
  const fresh = await Promise.all(
    before.map(async (line) => {
      const { productId } = line
      try {
        const { data } = await browserApi.getProduct({ params: { id: productId } })
        const quantity = data.cost > 0 ? clampToStock(line.quantity, data.stock) : 0
        if (quantity !== line.quantity) {
          const reason = data.cost > 0 ? 'stock' : 'price'
          adjusted.push({ productId, name: data.tradename, reason, quantity })
        }
        return quantity > 0 ? [withQuantity(toLine(data), quantity)] : []
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) return [line]
        adjusted.push({ productId, name: line.name, reason: 'unknown', quantity: 0 })
        return []
      }
    }),
  )
  if (readCart() !== before) return []
  writeCart(fresh.flat())
  return adjusted
}
