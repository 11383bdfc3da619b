import type { CartLine } from '#contract/cart.ts'
import { cartLimits, limitMessages } from '#contract/cart-limits.ts'
import { HELD_MESSAGE, IN_PERSON_MESSAGE } from '#contract/messages.ts'
import { type CartItem, findExcess } from '#domain/cart.ts'
import type { SaleCondition } from '#domain/sale-condition.ts'
import { fitsStock } from '#domain/stock.ts'
import { store } from '#store'
import { ApiError, browserApi } from '../api/client.ts'
import { readSession } from '../session/session.ts'
import { readCart, readUnconfirmed, withQuantity, writeCart } from './cart-storage.ts'

/**
 * Adds to the cart. A logged-in user's changes also go to the server, whose answer then replaces the local lines. Functions that
 * most pages don't need are in sync-cart.ts.
 */

/** The lines with the fields that calls take. */
export const toCartItems = (lines: readonly CartLine[]) =>
  lines.map(({ productId, quantity, price, discount, total }) => ({
    productId,
    quantity,
    price,
    discount,
    total,
  }))

const LIMITS = cartLimits(store)

/** The message for a cart over a limit; undefined within all limits. */
export function limitMessage(lines: readonly CartItem[]): string | undefined {
  const excess = findExcess(lines, LIMITS)
  return excess && limitMessages(LIMITS)[excess]
}

/** The fields of a product that its cart line needs. */
type CartProduct = {
  _id: string
  tradename: string
  photo: string
  cost: number
  discount: number
  stock: number
  saleCondition: SaleCondition
  held: boolean
  /** Whether the product is no longer sold; the shop's lists have no such product. */
  retired?: boolean
}

/** `refused` has a message for the customer; `failed` has none, because there was no answer. */
export type AddResult =
  | { result: 'added' | 'no-stock' | 'beyond-stock' | 'failed' }
  | { result: 'refused'; message: string }

/** Adds `quantity` of a product. Any result but `added` leaves the cart as it was. */
export async function addToCart(product: CartProduct, quantity = 1): Promise<AddResult> {
  if (product.stock <= 0 || product.cost <= 0) return { result: 'no-stock' }
  const session = readSession()
  return session ? addForUser(session.userId, product, quantity) : addForVisitor(product, quantity)
}

let turn: Promise<unknown> = Promise.resolve()

/**
 * Runs a user's cart calls one after another. Every call sends or answers all lines: two at once could restore a removed line or
 * lose an added line.
 */
export function inTurn<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  const answer = turn.then(run)
  turn = answer.catch(() => undefined)
  return answer
}

const addForUser = (user: string, product: CartProduct, quantity: number) =>
  inTurn(() => sendProduct(user, product, quantity))

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

export const toLine = (product: CartProduct): CartLine => ({
  productId: product._id,
  name: product.tradename,
  image: product.photo,
  quantity: 0,
  price: product.cost,
  discount: product.discount,
  total: 0,
  stock: product.stock,
  saleCondition: product.saleCondition,
  held: product.held,
})

/**
 * Replaces the local lines by the server's. A local quantity that the server hasn't confirmed stays, unless it was `sent` with
 * the call and hasn't changed since.
 */
export function adoptServerLines(lines: readonly CartLine[], sent: readonly CartLine[] = []) {
  const [local, answered] = [quantities(readCart()), quantities(sent)]
  const before = readUnconfirmed()
  const unconfirmed = new Map<string, number>()
  const merged = lines.map((line) => {
    const quantity = local.get(line.productId)
    const isConfirmed = quantity === line.quantity || quantity === answered.get(line.productId)
    if (!before.has(line.productId) || quantity === undefined || isConfirmed) return line
    unconfirmed.set(line.productId, line.quantity)
    return withQuantity(line, quantity)
  })
  writeCart(merged, unconfirmed)
}

/** The quantities of lines by product. */
export const quantities = (lines: readonly CartLine[]) =>
  new Map(lines.map(({ productId, quantity }) => [productId, quantity]))
