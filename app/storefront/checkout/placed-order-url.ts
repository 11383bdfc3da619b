import { href } from 'react-router'

/** The checkout's query parameter with the id of an order that was placed (docs/product.md#thank-you). */
export const PLACED_ORDER = 'pedido'

/** The checkout's URL that shows a placed order. It survives a reload, and shows nothing to anybody else. */
export const placedOrderUrl = (orderId: string) =>
  `${href('/finalizar-compra')}?${PLACED_ORDER}=${encodeURIComponent(orderId)}`
