import type { OrderStatus } from '#domain/order-status.ts'

/** The name and colour of each status (docs/product.md#order-status). */
export const statuses = {
  pending: { name: 'Pendiente', tone: 'yellow' },
  delivered: { name: 'Entregado', tone: 'green' },
  cancelled: { name: 'Cancelado', tone: 'red' },
} as const satisfies Record<OrderStatus, { name: string; tone: string }>
