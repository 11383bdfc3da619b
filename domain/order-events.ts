import { ORDER_STATUSES, type OrderStatus } from './order-status.ts'
import { SHIPMENT_STATES, type ShipmentState } from './shipment.ts'

/** The kinds of an order's events. A change of status or shipment is an event with the name of the new state. */
export const ORDER_EVENTS = [
  'placed',
  'proof',
  'proof-checked',
  'proof-unchecked',
  'proof-rejected',
  'prescription-approved',
  'prescription-rejected',
  'paid',
  'unpaid',
  ...ORDER_STATUSES,
  ...SHIPMENT_STATES,
] as const
export type OrderEventKind = (typeof ORDER_EVENTS)[number]

/** Whether an event is for staff only, and hidden from customers. */
export const isForStaff = (kind: OrderEventKind) => kind === 'proof-checked' || kind === 'proof-unchecked'

/** The reason of a rejection, in words for the customer; for a payment proof also its image's file name. */
type Rejection = { reason?: string; file?: string }

/** A recorded event of an order. */
export type OrderEvent = { kind: OrderEventKind; at: string; by?: string } & Rejection

/** A step of an order's timeline: `at` is an ISO instant, null if not recorded; `by` names the staff member. */
export type TimelineStep = { kind: OrderEventKind; at: string | null; by?: string } & Rejection

export const isStatus = (kind: OrderEventKind): kind is OrderStatus =>
  (ORDER_STATUSES as readonly OrderEventKind[]).includes(kind)

export const isShipment = (kind: OrderEventKind): kind is ShipmentState =>
  (SHIPMENT_STATES as readonly OrderEventKind[]).includes(kind)

/**
 * An order's timeline (docs/checkout-and-orders.md#status-and-timeline): when it was placed, then its events. A proof or status without an event
 * is older than the recording of events: its step has no time.
 *
 * @param events oldest first
 */
export function orderTimeline(
  order: { date: string; status: OrderStatus; hasProof: boolean },
  events: readonly OrderEvent[],
): TimelineStep[] {
  const steps: TimelineStep[] = [{ kind: 'placed', at: order.date }]
  const firstProof = events.find(({ kind }) => kind === 'proof' || kind === 'proof-rejected')
  if (firstProof ? firstProof.kind === 'proof-rejected' : order.hasProof)
    steps.push({ kind: 'proof', at: null })
  steps.push(...events)
  const lastStatus = events.findLast(({ kind }) => isStatus(kind))?.kind ?? 'pending'
  if (lastStatus !== order.status) steps.push({ kind: order.status, at: null })
  return steps
}
