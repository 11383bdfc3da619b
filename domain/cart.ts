/** A product and its quantity in a cart. */
export type CartItem = { productId: string; quantity: number }

/** Adds up the quantities of lines with the same product, in the order of first appearance. */
export function mergeItems<Item extends CartItem>(items: readonly Item[]): Item[] {
  const merged = new Map<string, Item>()
  for (const item of items) {
    const known = merged.get(item.productId)
    merged.set(item.productId, known ? { ...known, quantity: known.quantity + item.quantity } : item)
  }
  return [...merged.values()]
}

/** The limits of a cart: lines, units of one line, and units in all. */
export type CartLimits = { lines: number; unitsOfLine: number; units: number }

/** The limit that a cart exceeds, if any (docs/shop.md#cart). */
export function findExcess(items: readonly CartItem[], limits: CartLimits): keyof CartLimits | undefined {
  if (items.some(({ quantity }) => quantity > limits.unitsOfLine)) return 'unitsOfLine'
  if (items.length > limits.lines) return 'lines'
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return units > limits.units ? 'units' : undefined
}

/** Joins the guest's cart with the server's at login: per product the larger quantity. */
export function joinCarts<Item extends CartItem>(guest: readonly Item[], server: readonly Item[]): Item[] {
  const joined = new Map(server.map((item) => [item.productId, item]))
  for (const item of guest) {
    const known = joined.get(item.productId)
    if (!known || item.quantity > known.quantity) joined.set(item.productId, item)
  }
  return [...joined.values()]
}

/** Whether two carts have the same products in the same quantities, in any order. */
export function sameItems(one: readonly CartItem[], other: readonly CartItem[]): boolean {
  const quantities = new Map(one.map((item) => [item.productId, item.quantity]))
  return (
    quantities.size === other.length &&
    other.every((item) => quantities.get(item.productId) === item.quantity)
  )
}
