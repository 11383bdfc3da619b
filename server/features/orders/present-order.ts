import type { Order } from '#contract/orders.ts'
import { orderTimeline } from '#domain/order-events.ts'
import type { Session } from '../../http/sessions.ts'
import type { OrderRow } from './queries.ts'

/** An order as its customer or an administrator sees it: administrators see who did what, customers their reminder. */
export function presentOrder({ created_at, events, reminder, ...order }: OrderRow, { role }: Session): Order {
  const isStaff = role === 'Administrador'
  const date = created_at.toISOString()
  return {
    ...order,
    date,
    timeline: orderTimeline(
      { date, status: order.status, hasProof: order.payment !== '' },
      events.map(({ kind, at, by }) => ({
        kind,
        at: new Date(at).toISOString(),
        by: isStaff ? (by ?? undefined) : undefined,
      })),
    ),
    reminder: isStaff ? null : (reminder?.toISOString() ?? null),
  }
}
