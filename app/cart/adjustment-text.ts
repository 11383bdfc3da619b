import { readableName } from '#domain/readable-name.ts'
import type { Adjustment } from './cart.ts'

/** The Spanish sentence that tells a customer about an adjusted cart line. */
export function adjustmentText({ name, reason, quantity }: Adjustment): string {
  const product = readableName(name) || 'Un producto'
  if (reason === 'price') return `${product}: no tiene precio, lo quitamos.`
  if (reason === 'unknown') return `${product}: ya no está a la venta.`
  if (reason === 'in-person') return `${product}: se vende solo en la farmacia, lo quitamos.`
  if (reason === 'held') return `${product}: no está a la venta por ahora, lo quitamos.`
  if (quantity === 0) return `${product}: sin existencias, lo quitamos.`
  return `${product}: ${quantity === 1 ? 'queda 1 unidad' : `quedan ${quantity} unidades`}.`
}
