import type { CartLine } from '#contract/cart.ts'
import { cartLimits, limitMessages } from '#contract/cart-limits.ts'
import { type CartItem, findExcess } from '#domain/cart.ts'
import type { SaleCondition } from '#domain/sale-condition.ts'
import { store } from '#store'
import { readCart, readUnconfirmed, withQuantity, writeCart } from './cart-storage.ts'

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
export type CartProduct = {
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

export const quantities = (lines: readonly CartLine[]) =>
  new Map(lines.map(({ productId, quantity }) => [productId, quantity]))
