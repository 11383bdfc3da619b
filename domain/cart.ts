/** One product in a cart: how many of it somebody wants. */
export type CartItem = { productId: string; quantity: number }

/** Lines of the same product added up, in the order in which each first appears. */
export function mergeItems<Item extends CartItem>(items: readonly Item[]): Item[] {
  const merged = new Map<string, Item>()
  for (const item of items) {
    const known = merged.get(item.productId)
    merged.set(item.productId, known ? { ...known, quantity: known.quantity + item.quantity } : item)
  }
  return [...merged.values()]
}

/** The guest's and the server's lines joined at login: per product the larger quantity (design §2.11). */
export function joinCarts<Item extends CartItem>(guest: readonly Item[], server: readonly Item[]): Item[] {
  const joined = new Map(server.map((item) => [item.productId, item]))
  for (const item of guest) {
    const known = joined.get(item.productId)
    if (!known || item.quantity > known.quantity) joined.set(item.productId, item)
  }
  return [...joined.values()]
}

/** Whether two carts name the same products in the same quantities, in any order (design §2.13). */
export function sameItems(one: readonly CartItem[], other: readonly CartItem[]): boolean {
  const quantities = new Map(one.map((item) => [item.productId, item.quantity]))
  return (
    quantities.size === other.length &&
    other.every((item) => quantities.get(item.productId) === item.quantity)
  )
}
