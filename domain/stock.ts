/** Stock that is about to run out: what the back office calls low. */
export const LOW_STOCK = 5

/** Whether `added` more of a product fit into a cart that holds `inCart` of it (spec §5). */
export function fitsStock(stock: number, inCart: number, added: number): boolean {
  return stock > 0 && inCart + added <= stock
}

/** The quantity that a cart may keep: at least 1 while there is stock, never more than the stock, 0 when there is none. */
export function clampToStock(quantity: number, stock: number): number {
  return stock <= 0 ? 0 : Math.min(Math.max(quantity, 1), stock)
}
