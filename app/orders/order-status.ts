import type { OrderStatus } from '#domain/order-status.ts'

/** The statuses' words and colours (spec §4). */
export const statuses = {
  pending: { name: 'Pendiente', tone: 'yellow' },
  delivered: { name: 'Entregado', tone: 'green' },
  cancelled: { name: 'Cancelado', tone: 'red' },
} as const satisfies Record<OrderStatus, { name: string; tone: string }>
