import type { CartLine } from '#contract/cart.ts'
import { cartLimits, limitMessages } from '#contract/cart-limits.ts'
import { type CartItem, findExcess } from '#domain/cart.ts'
import { lineTotal } from '#domain/price.ts'
import { SALE_CONDITIONS, type SaleCondition } from '#domain/sale-condition.ts'
import { store } from '#store'
import { createStorageStore, parseStored } from '../browser/browser-storage.ts'
import { readSession } from '../session/session.ts'

/**
 * The cart's lines in browser storage under `itemsCart`, for visitors and users. A line written during a
 * session keeps its owner, so that on a shared computer no other user gets it.
 */

const STORAGE_KEY = 'itemsCart'

/**
 * A line of this browser's cart. `saved` is the server's quantity of a user's line whose change the server hasn't confirmed: it
 * outlives the page that made the change.
 */
export type LocalLine = CartLine & { saved?: number }

/** `owner` is the id of the user whose line it is; a visitor's line has none. */
type StoredLine = LocalLine & { owner?: string }

const currentUser = () => readSession()?.userId ?? ''

const cartStore = createStorageStore(
  () => `${currentUser()}\n${localStorage.getItem(STORAGE_KEY) ?? ''}`,
  (text) => {
    const [userId, stored = ''] = text.split(/\n(.*)/s)
    return parse(stored)
      .filter(({ owner }) => !userId || !owner || owner === userId)
      .map(
        ({ owner, saved, ...line }): LocalLine =>
          owner && owner === userId && saved ? { ...line, saved } : line,
      )
  },
)

/** The lines of this cart: a visitor sees all lines, a user their own and those without an owner. */
export const readCart = cartStore.read

/** The lines; an empty list on the server and during hydration. */
export const useCart = cartStore.use

/** Whether the server hasn't confirmed every quantity; a visitor has nothing to confirm. */
export const isUnconfirmed = () => readCart().some(({ saved }) => saved)

/** Anything in storage that isn't a list of lines is an empty cart. */
function parse(raw: string | null): StoredLine[] {
  const lines = parseStored(raw)
  return Array.isArray(lines) ? lines.flatMap(parseLine) : []
}

/** A stored line needs a product and a quantity; a refresh fills in its other fields. */
function parseLine(line: Partial<StoredLine> | null): StoredLine[] {
  const { productId, quantity, price, discount, stock, name, image, saleCondition, held, owner, saved } =
    line ?? {}
  if (typeof productId !== 'string' || !Number.isInteger(quantity) || quantity! < 1) return []
  const base = {
    productId,
    name: String(name ?? ''),
    image: String(image ?? ''),
    price: Number(price) || 0,
    discount: Number(discount) || 0,
    stock: Number.isInteger(stock) ? stock! : quantity!,
    saleCondition: SALE_CONDITIONS.find((known) => known === saleCondition) ?? 'unknown',
    held: held === true,
    total: 0,
    quantity: 0,
  }
  return [
    {
      ...withQuantity(base, quantity!),
      ...(owner && { owner: String(owner) }),
      ...(Number.isInteger(saved) && { saved: saved! }),
    },
  ]
}

/**
 * Replaces the lines. During a session all lines become the user's, and lines of other owners are removed; without a session a
 * line with an unchanged quantity keeps its owner.
 */
export function writeCart(lines: readonly LocalLine[]) {
  const userId = currentUser()
  const before = parse(localStorage.getItem(STORAGE_KEY))
  const stored = lines.map((line): StoredLine => {
    const known = before.find((other) => other.productId === line.productId)
    const owner = userId || (known?.quantity === line.quantity && known.owner)
    return { ...line, ...(owner && { owner }) }
  })
  if (stored.length > 0) localStorage.setItem(STORAGE_KEY, JSON.stringify(stored))
  else localStorage.removeItem(STORAGE_KEY)
  cartStore.notify()
}

export const withQuantity = <Line extends CartLine>(line: Line, quantity: number): Line => ({
  ...line,
  quantity,
  total: lineTotal(quantity, line.price, line.discount),
})

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
  const local = readCart()
  const lineOf = (some: readonly LocalLine[], id: string) => some.find(({ productId }) => productId === id)
  writeCart(
    lines.map((line): LocalLine => {
      const own = lineOf(local, line.productId)
      if (!own?.saved || own.quantity === line.quantity) return line
      if (own.quantity === lineOf(sent, line.productId)?.quantity) return line
      return { ...withQuantity(line, own.quantity), saved: line.quantity }
    }),
  )
}
