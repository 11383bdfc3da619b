export const ORDER_STATUSES = ['pending', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The statuses' Spanish names. */
export const ORDER_STATUS_NAMES: Record<OrderStatus, string> = {
  pending: 'Pendiente',
  delivered: 'Entregado',
  cancelled: 'Cancelado',
}

/**
 * The effect of a status change on the stock (docs/product.md#order-status). A cancelled order holds no stock, any other order
 * holds its lines: stock plus held units stays constant.
 */
export function stockMove(from: OrderStatus, to: OrderStatus): 'release' | 'take' | 'none' {
  if (from !== 'cancelled' && to === 'cancelled') return 'release'
  if (from === 'cancelled' && to !== 'cancelled') return 'take'
  return 'none'
}
