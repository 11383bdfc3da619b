import { keepTogether } from '#domain/keep-together.ts'
import { readableName } from '#domain/readable-name.ts'
import type { Adjustment } from './sync-cart.ts'

/** The Spanish sentence that tells a customer about an adjusted cart line. */
export const adjustmentText = (adjustment: Adjustment): string =>
  keepTogether(`${readableName(adjustment.name) || 'Un producto'}: ${change(adjustment)}.`)

function change({ reason, quantity }: Adjustment): string {
  if (reason === 'price') return 'no tiene precio, lo quitamos'
  if (reason === 'unknown') return 'ya no está a la venta'
  if (reason === 'in-person') return 'se vende solo en la farmacia, lo quitamos'
  if (reason === 'held') return 'no está a la venta por ahora, lo quitamos'
  if (quantity === 0) return 'sin existencias, lo quitamos'
  return quantity === 1 ? 'queda 1 unidad' : `quedan ${quantity} unidades`
}
