import type { CartLine } from '#contract/cart.ts'
import { lineTotal } from '#domain/price.ts'
import { SALE_CONDITIONS } from '#domain/sale-condition.ts'
import { createStorageStore, parseStored } from '../browser/browser-storage.ts'
import { readSession } from '../session/session.ts'

/**
 * The cart's lines in browser storage under `itemsCart`, for visitors and users (docs/product.md#cart). A line written during a
 * session keeps its owner, so that on a shared computer no other user gets it.
 */

const STORAGE_KEY = 'itemsCart'
const EMPTY: CartLine[] = []

/** `owner` is the id of the user whose line it is; a visitor's line has none. */
type StoredLine = CartLine & { owner?: string }

let snapshot: { raw: string | null; userId: string; lines: CartLine[] } = {
  raw: null,
  userId: '',
  lines: EMPTY,
}

const currentUser = () => readSession()?.userId ?? ''

/** The lines of this cart: a visitor sees all lines, a user their own and those without an owner. */
export function readCart(): CartLine[] {
  const raw = localStorage.getItem(STORAGE_KEY)
  const userId = currentUser()
  if (raw !== snapshot.raw || userId !== snapshot.userId) {
    const lines = parse(raw)
      .filter(({ owner }) => !userId || !owner || owner === userId)
      .map(({ owner: _, ...line }) => line)
    snapshot = { raw, userId, lines }
  }
  return snapshot.lines
}

/** Anything in storage that isn't a list of lines is an empty cart. */
function parse(raw: string | null): StoredLine[] {
  const lines = parseStored(raw)
  return Array.isArray(lines) ? lines.flatMap(parseLine) : []
}

/** A stored line needs a product and a quantity; a refresh fills in its other fields. */
function parseLine(line: Partial<StoredLine> | null): StoredLine[] {
  const { productId, quantity, price, discount, stock, name, image, saleCondition, held, owner } = line ?? {}
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
  return [{ ...withQuantity(base, quantity!), ...(owner && { owner: String(owner) }) }]
}

/**
 * Replaces the lines. During a session all lines become the user's, and lines of other owners are removed; without a session a
 * line with an unchanged quantity keeps its owner.
 */
export function writeCart(lines: readonly CartLine[]) {
  const userId = currentUser()
  const before = parse(localStorage.getItem(STORAGE_KEY))
  const stored = lines.map((line): StoredLine => {
    const known = before.find((other) => other.productId === line.productId)
    const owner = userId || (known?.quantity === line.quantity && known.owner)
    return owner ? { ...line, owner } : line
  })
  if (stored.length > 0) localStorage.setItem(STORAGE_KEY, JSON.stringify(stored))
  else localStorage.removeItem(STORAGE_KEY)
  store.notify()
}

const store = createStorageStore(readCart, EMPTY)

/** The lines; an empty list on the server and during hydration. */
export const useCart = store.use

/** The line with another quantity and its total. */
export const withQuantity = (line: CartLine, quantity: number): CartLine => ({
  ...line,
  quantity,
  total: lineTotal(quantity, line.price, line.discount),
})
