import { href, useNavigate } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { mergeItems } from '#domain/cart.ts'
import { readableName } from '#domain/readable-name.ts'
import { type Adjustment, adjustmentText, joinCart } from '../cart/sync-cart.ts'
import { readSession } from '../session/session.ts'
import { notice } from '../ui/notice.tsx'

type Repeated = {
  products: readonly Pick<Order['products'][number], 'productId' | 'productName' | 'quantity'>[]
}

/**
 * Puts the products of an order or of a prescription in the cart again, at today's prices and within today's stock. The cart
 * keeps its other products; of a product in both, the larger quantity counts, so that repeating an order twice doesn't double it.
 *
 * @returns a sentence for each product that is missing in whole or part
 * @throws ApiError when a call fails; the cart stays as it was
 */
export async function repeatOrder({ products }: Repeated, userId: string): Promise<string[]> {
  const again = mergeItems(products.map(({ productId, quantity }) => ({ productId, quantity })))
  const adjusted = await joinCart(userId, again)
  const ordered = new Map(again.map(({ productId, quantity }) => [productId, quantity]))
  // A removed product has its name only in the order.
  const names = new Map(products.map(({ productId, productName }) => [productId, productName]))
  return adjusted.map((adjustment) => {
    const { productId } = adjustment
    const name = adjustment.name || names.get(productId) || ''
    return missingText({ ...adjustment, name }, ordered.get(productId))
  })
}

/** The sentence about a product that is missing in whole or part. A product that was only in the cart gets the cart's sentence. */
function missingText(adjustment: Adjustment, ordered: number | undefined): string {
  const { reason, quantity } = adjustment
  const name = readableName(adjustment.name)
  if (ordered === undefined) return adjustmentText(adjustment)
  if (reason === 'in-person') return `${name}: se vende solo en la farmacia.`
  if (reason !== 'stock') return `${name}: ya no está a la venta.`
  if (quantity === 0) return `${name}: agotado.`
  return `${name}: ${quantity === 1 ? 'queda 1 unidad' : `quedan ${quantity} unidades`} de las ${ordered} que pediste.`
}

/** Shows an alert dialog about a repeated order's missing products. Resolves when it is closed, at once if nothing is missing. */
export async function alertMissingProducts(sentences: string[]): Promise<void> {
  if (sentences.length === 0) return
  await notice.alert({
    title: 'No todo se pudo agregar al carrito',
    text: sentences.join('\n'),
    icon: 'info',
  })
}

/** Returns a function for a button that repeats an order or a prescription: a dialog lists what didn't fit, then the cart opens. */
export function useRepeatOrder() {
  const navigate = useNavigate()
  return async (repeated: Repeated) => {
    const session = readSession()
    if (!session) return
    await alertMissingProducts(await repeatOrder(repeated, session.userId))
    await navigate(href('/carrito'))
  }
}
