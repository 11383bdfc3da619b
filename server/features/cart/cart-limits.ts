import { MAX_LINES, MAX_QUANTITY } from '#contract/cart.ts'
import { Refusal } from '../../http/refusal.ts'

/** Refusals of a cart that would grow past its limits (docs/product.md#cart). */

export const lineFull = () =>
  new Refusal('BAD_INPUT', {
    message: `Puedes llevar hasta ${MAX_QUANTITY.toLocaleString('es-CL')} unidades de cada producto.`,
  })

export const cartFull = () =>
  new Refusal('BAD_INPUT', { message: `El carrito admite hasta ${MAX_LINES} productos distintos.` })
