import { useSyncExternalStore } from 'react'
import type { CartLine } from '#contract/cart.ts'
import { lineTotal } from '#domain/price.ts'
import { clampToStock, fitsStock } from '#domain/stock.ts'
import { ApiError, browserApi } from './api.ts'
import { readSession } from './session.ts'

/**
 * The cart: lines in browser storage under `itemsCart` (spec §3) for guests and users alike; a logged-in user's changes
 * also go to the server, whose fresh lines then replace the local ones.
 */

const KEY = 'itemsCart'
const NONE: CartLine[] = []
const changed = new EventTarget()
let snapshot: { raw: string | null; lines: CartLine[] } = { raw: null, lines: NONE }

/** The lines as storage holds them; whatever isn't a list of lines counts as none. */
export function readCart(): CartLine[] {
  const raw = localStorage.getItem(KEY)
  if (raw !== snapshot.raw) snapshot = { raw, lines: parse(raw) }
  return snapshot.lines
}

function parse(raw: string | null): CartLine[] {
  try {
    const lines: unknown = JSON.parse(raw ?? '[]')
    return Array.isArray(lines) ? lines.filter((line) => line?.productId && line.quantity > 0) : NONE
  } catch {
    return NONE
  }
}

export function writeCart(lines: CartLine[]) {
  if (lines.length > 0) localStorage.setItem(KEY, JSON.stringify(lines))
  else localStorage.removeItem(KEY)
  changed.dispatchEvent(new Event('change'))
}

const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener)
  window.addEventListener('storage', listener)
  return () => {
    changed.removeEventListener('change', listener)
    window.removeEventListener('storage', listener)
  }
}

/** The lines; none on the server and during hydration. */
export const useCart = () => useSyncExternalStore(subscribe, readCart, () => NONE)

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
type Sold = { _id: string; tradename: string; photo: string; cost: number; discount: number; stock: number }

/** How an attempt to add ended; the screen has the words for it (spec §8). */
export type Added = 'added' | 'no-stock' | 'beyond-stock' | 'failed'

/** Adds `quantity` of a product. Nothing changes unless it ends in `added`. */
export async function addToCart(product: Sold, quantity = 1): Promise<Added> {
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

const toLine = (product: Sold): CartLine => ({
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

/** Replaces the local lines by the server's. */
export async function loadCart() {
  const session = readSession()
  if (session) writeCart((await browserApi.getCart({ params: { userId: session.userId } })).data)
}
