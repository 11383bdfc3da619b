import { HELD_MESSAGE, IN_PERSON_MESSAGE } from '#contract/messages.ts'
import { fitsStock } from '#domain/stock.ts'
import { ApiError, browserApi } from '../api/client.ts'
import { readSession } from '../session/session.ts'
import {
  adoptServerLines,
  type CartProduct,
  inTurn,
  limitMessage,
  readCart,
  toCartItems,
  toLine,
  withQuantity,
  writeCart,
} from './cart.ts'

/**
 * Adds to the cart. A logged-in user's changes also go to the server, whose answer then replaces the local lines.
 */

/** `refused` has a message for the customer; `failed` has none, because there was no answer. */
type AddResult =
  | { result: 'added' | 'no-stock' | 'beyond-stock' | 'failed' }
  | { result: 'refused'; message: string }

/** Adds `quantity` of a product. Any result but `added` leaves the cart as it was. */
export async function addToCart(product: CartProduct, quantity = 1): Promise<AddResult> {
  if (product.stock <= 0 || product.cost <= 0) return { result: 'no-stock' }
  const user = readSession()?.userId
  return user ? inTurn(() => sendProduct(user, product, quantity)) : addForVisitor(product, quantity)
}

async function sendProduct(user: string, product: CartProduct, quantity: number): Promise<AddResult> {
  const inCart = readCart().find((line) => line.productId === product._id)?.quantity ?? 0
  if (!fitsStock(product.stock, inCart, quantity)) return { result: 'beyond-stock' }
  try {
    const items = toCartItems([withQuantity(toLine(product), quantity)])
    adoptServerLines((await browserApi.addToCart({ body: { user, items } })).data)
    return { result: 'added' }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return { result: 'failed' }
    if (error.code !== 'NO_STOCK') return { result: 'refused', message: error.message }
    const left = error.dataOf('NO_STOCK')
    return { result: left && 'stock' in left && left.stock > 0 ? 'beyond-stock' : 'no-stock' }
  }
}

/** A visitor's cart is only in the browser: the product is loaded again, because its card may be stale. */
async function addForVisitor(card: CartProduct, quantity: number): Promise<AddResult> {
  let product: CartProduct = card
  try {
    product = (await browserApi.getProduct({ params: { id: card._id } })).data
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { result: 'no-stock' }
    // Without an answer the card's data count: the checkout compares them again.
  }
  if (product.saleCondition === 'check') return { result: 'refused', message: IN_PERSON_MESSAGE }
  if (product.held) return { result: 'refused', message: HELD_MESSAGE }
  if (product.retired || product.stock <= 0 || product.cost <= 0) return { result: 'no-stock' }
  const lines = readCart()
  const known = lines.find((line) => line.productId === product._id)
  if (!fitsStock(product.stock, known?.quantity ?? 0, quantity)) return { result: 'beyond-stock' }
  const line = withQuantity(toLine(product), (known?.quantity ?? 0) + quantity)
  const grown = known ? lines.map((other) => (other === known ? line : other)) : [...lines, line]
  const message = limitMessage(grown)
  if (message) return { result: 'refused', message }
  writeCart(grown)
  return { result: 'added' }
}
