import type { CallAnswer } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { CartLine } from '#contract/cart.ts'
import { lineTotal } from '#domain/price.ts'
import { clampToStock, fitsStock } from '#domain/stock.ts'
import { ApiError, browserApi } from '../api.ts'
import { createStorageStore } from './browser-storage.ts'
import { readSession } from './session.ts'

/**
 * The cart: its lines are in browser storage under `itemsCart`, for visitors and users (docs/product.md#cart). The changes of
 * a logged-in user also go to the server, whose answer then replaces the local lines.
 */

const KEY = 'itemsCart'
const EMPTY: CartLine[] = []
let snapshot: { raw: string | null; lines: CartLine[] } = { raw: null, lines: EMPTY }

/** A line that was changed because it didn't fit the catalogue. */
export type Adjustment = CallAnswer<Calls['updateCart']>['adjusted'][number]

/** The lines in storage. Anything that isn't a list of lines is an empty cart. */
export function readCart(): CartLine[] {
  const raw = localStorage.getItem(KEY)
  if (raw !== snapshot.raw) snapshot = { raw, lines: parse(raw) }
  return snapshot.lines
}

function parse(raw: string | null): CartLine[] {
  try {
    const lines: unknown = JSON.parse(raw ?? '[]')
    return Array.isArray(lines) ? lines.flatMap(parseLine) : EMPTY
  } catch {
    return EMPTY
  }
}

/** A stored line needs a product and a quantity. Its other fields may be missing: a refresh fills them in. */
function parseLine(line: Partial<CartLine> | null): CartLine[] {
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
  store.notify()
}

const store = createStorageStore(readCart, EMPTY)

/** The lines; an empty list on the server and during hydration. */
export const useCart = store.use

/** The fields of the lines that calls take. */
export const toCartItems = (lines: readonly CartLine[]) =>
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

/** The fields of a product that its cart line needs. */
type CartProduct = {
  _id: string
  tradename: string
  photo: string
  cost: number
  discount: number
  stock: number
}

export type AddResult = 'added' | 'no-stock' | 'beyond-stock' | 'failed'

/** Adds `quantity` of a product. Any result but `added` leaves the cart as it was. */
export async function addToCart(product: CartProduct, quantity = 1): Promise<AddResult> {
  if (product.stock <= 0 || product.cost <= 0) return 'no-stock'
  const lines = readCart()
  const known = lines.find((line) => line.productId === product._id)
  if (!fitsStock(product.stock, known?.quantity ?? 0, quantity)) return 'beyond-stock'
  const session = readSession()
  if (session) {
    const added = withQuantity(toLine(product), quantity)
    try {
      const answer = await browserApi.addToCart({
        body: { user: session.userId, items: toCartItems([added]) },
      })
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

/**
 * Removes a product, on the server too.
 *
 * @throws ApiError when the server fails; the line then stays
 */
export async function removeFromCart(productId: string) {
  const session = readSession()
  if (session) await browserApi.removeFromCart({ params: { cart: session.userId, productId } })
  writeCart(readCart().filter((line) => line.productId !== productId))
}

/**
 * Sends a user's local lines to the server and replaces them by its answer, with current prices and quantities within stock.
 * Does nothing for visitors.
 *
 * @returns the adjusted lines
 */
export async function syncCart() {
  const session = readSession()
  if (!session) return []
  const answer = await browserApi.updateCart({
    body: { cart: session.userId, items: toCartItems(readCart()) },
  })
  writeCart(answer.data)
  return answer.adjusted
}

/** Replaces the local lines by the server's, unless they changed while the call was running. */
export async function loadCart() {
  const session = readSession()
  if (!session) return
  const before = readCart()
  const answer = await browserApi.getCart({ params: { userId: session.userId } })
  if (readCart() === before) writeCart(answer.data)
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
