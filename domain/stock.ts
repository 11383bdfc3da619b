/** Up to this number of units the back office calls the stock low. */
export const LOW_STOCK = 5

/** Whether a cart with `inCart` units can take `added` more. */
export function fitsStock(stock: number, inCart: number, added: number): boolean {
  return stock > 0 && inCart + added <= stock
}

/** The quantity reduced to the stock: 1 to `stock`, or 0 without stock. */
export function clampToStock(quantity: number, stock: number): number {
  return stock <= 0 ? 0 : Math.min(Math.max(quantity, 1), stock)
}

/** `1 unidad`, `12 unidades`. */
export const unitsInWords = (units: number): string => (units === 1 ? '1 unidad' : `${units} unidades`)
