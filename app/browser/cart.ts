import type { CallAnswer } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { CartLine } from '#contract/cart.ts'
import { lineTotal } from '#domain/price.ts'
import { clampToStock, fitsStock } from '#domain/stock.ts'
import { ApiError, browserApi } from '../api.ts'
import { createStored } from './browser-storage.ts'
import { readSession } from './session.ts'

/**
 * The cart: lines in browser storage under `itemsCart` (spec §3) for guests and users alike; a logged-in user's changes
 * also go to the server, whose fresh lines then replace the local ones.
 */

const KEY = 'itemsCart'
const NONE: CartLine[] = []
let snapshot: { raw: string | null; lines: CartLine[] } = { raw: null, lines: NONE }

/** What had to be adjusted so that the cart fits the catalogue. */
export type Adjustment = CallAnswer<Calls['updateCart']>['adjusted'][number]

/** The lines as storage holds them; whatever isn't a list of lines counts as none. */
export function readCart(): CartLine[] {
  const raw = localStorage.getItem(KEY)
  if (raw !== snapshot.raw) snapshot = { raw, lines: parse(raw) }
  return snapshot.lines
}

function parse(raw: string | null): CartLine[] {
  try {
    const lines: unknown = JSON.parse(raw ?? '[]')
    return Array.isArray(lines) ? lines.flatMap(completed) : NONE
  } catch {
    return NONE
  }
}

/** A stored line needs a product and a quantity (spec §3); what else a screen shows may be missing until it is refreshed. */
function completed(line: Partial<CartLine> | null): CartLine[] {
  const { productId, quantity, price, discount, stock, name, image } = line ?? {}
  if (typeof productId !== 'string' || !Number.isInteger(quantity) || quantity! < 1) return []
  const base = {
    productId,
    name: String(name ?? ''),
    image: String(image ?? ''),
    price: Number(price) || 0,
    discount: Number(discount) || 0,
    stock: Number.isInteger(stock) ? stock! : quantity!,
    total: 0,
    quantity: 0,
  }
  return [withQuantity(base, quantity!)]
}

export function writeCart(lines: CartLine[]) {
  if (lines.length > 0) localStorage.setItem(KEY, JSON.stringify(lines))
  else localStorage.removeItem(KEY)
  stored.announce()
}

const stored = createStored(readCart, NONE)

/** The lines; none on the server and during hydration. */
export const useCart = stored.use

/** What a call takes of a line. */
export const sentLines = (lines: readonly CartLine[]) =>
  lines.map(({ productId, quantity, price, discount, total }) => ({
    productId,
    quantity,
    price,
    discount,
    total,
  }))

const withQuantity = (line: CartLine, quantity: number): CartLine => ({
  ...line,
  quantity,
  total: lineTotal(quantity, line.price, line.discount),
})

/** A product as a card or the detail page shows it. */
type CartProduct = {
  _id: string
  tradename: string
  photo: string
  cost: number
  discount: number
  stock: number
}

/** How an attempt to add ended; the screen has the words for it (spec §8). */
export type Added = 'added' | 'no-stock' | 'beyond-stock' | 'failed'

/** Adds `quantity` of a product. Nothing changes unless it ends in `added`. */
export async function addToCart(product: CartProduct, quantity = 1): Promise<Added> {
  if (product.stock <= 0) return 'no-stock'
  const lines = readCart()
  const known = lines.find((line) => line.productId === product._id)
  if (!fitsStock(product.stock, known?.quantity ?? 0, quantity)) return 'beyond-stock'
  const session = readSession()
  if (session) {
    const added = withQuantity(toLine(product), quantity)
    try {
      const answer = await browserApi.addToCart({ body: { user: session.userId, items: sentLines([added]) } })
      writeCart(answer.data)
      return 'added'
    } catch (error) {
      return error instanceof ApiError && error.code === 'NO_STOCK' ? 'beyond-stock' : 'failed'
    }
  }
  const line = withQuantity(toLine(product), (known?.quantity ?? 0) + quantity)
  writeCart(known ? lines.map((other) => (other === known ? line : other)) : [...lines, line])
  return 'added'
}

const toLine = (product: CartProduct): CartLine => ({
  productId: product._id,
  name: product.tradename,
  image: product.photo,
  quantity: 0,
  price: product.cost,
  discount: product.discount,
  total: 0,
  stock: product.stock,
})

/** Sets a line's quantity locally, within its stock; "Actualizar carrito" sends it ({@link syncCart}). */
export function setQuantity(productId: string, quantity: number) {
  writeCart(
    readCart().map((line) =>
      line.productId === productId ? withQuantity(line, clampToStock(quantity, line.stock)) : line,
    ),
  )
}

/** Takes a product out, on the server too. Throws an ApiError when that fails, and the line stays. */
export async function removeFromCart(productId: string) {
  const session = readSession()
  if (session) await browserApi.removeFromCart({ params: { cart: session.userId, productId } })
  writeCart(readCart().filter((line) => line.productId !== productId))
}

/**
 * Sends the local lines to the server and keeps its fresh ones: right prices, quantities within stock. For guests nothing
 * is sent.
 *
 * @returns what the server had to adjust
 */
export async function syncCart() {
  const session = readSession()
  if (!session) return []
  const answer = await browserApi.updateCart({ body: { cart: session.userId, items: sentLines(readCart()) } })
  writeCart(answer.data)
  return answer.adjusted
}

/** Replaces the local lines by the server's, unless the person changed them while they were on their way. */
export async function loadCart() {
  const session = readSession()
  if (!session) return
  const before = readCart()
  const answer = await browserApi.getCart({ params: { userId: session.userId } })
  if (readCart() === before) writeCart(answer.data)
}

/**
 * Brings a guest's lines up to date with the catalogue, as `update-cart` does for a user: today's name, price and stock. A
 * line whose product can't be looked up stays as it is.
 *
 * @returns what had to be adjusted
 */
export function refreshGuestCart(): Promise<Adjustment[]> {
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
        const quantity = clampToStock(line.quantity, data.stock)
        if (quantity !== line.quantity) {
          adjusted.push({ productId, name: data.tradename, reason: 'stock', quantity })
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
