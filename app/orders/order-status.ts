import { ORDER_STATUS_NAMES, type OrderStatus } from '#domain/order-status.ts'

/** The name and colour of each status (docs/product.md#order-status). */
export const statuses = {
  pending: { name: ORDER_STATUS_NAMES.pending, tone: 'yellow' },
  delivered: { name: ORDER_STATUS_NAMES.delivered, tone: 'green' },
  cancelled: { name: ORDER_STATUS_NAMES.cancelled, tone: 'red' },
} as const satisfies Record<OrderStatus, { name: string; tone: string }>
