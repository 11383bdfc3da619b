import type { CartLimits } from '#domain/cart.ts'
import { formatWhole } from '#domain/price.ts'

// A file apart from `cart.ts`, so that the shop needn't load the schemas.

export const MAX_LINES = 200

/** The part of `store.config.ts` that limits carts. */
type AllowedUnits = { maxUnits?: { perLine: number; perOrder: number } }

/** The limits of a cart, and of the order that it becomes. */
export const cartLimits = ({ maxUnits = { perLine: 100, perOrder: 500 } }: AllowedUnits): CartLimits => ({
  lines: MAX_LINES,
  unitsOfLine: maxUnits.perLine,
  units: maxUnits.perOrder,
})

/** The messages for a cart over a limit. */
export const limitMessages = (limits: CartLimits): Record<keyof CartLimits, string> => ({
  lines: `El carrito admite hasta ${formatWhole(limits.lines)} productos distintos.`,
  unitsOfLine: `Puedes llevar hasta ${formatWhole(limits.unitsOfLine)} unidades de cada producto.`,
  units: `Un pedido admite hasta ${formatWhole(limits.units)} unidades en total.`,
})
