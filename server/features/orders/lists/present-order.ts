import type { Order } from '#contract/orders.ts'
import { communeName } from '#domain/communes.ts'
import { isForStaff, orderTimeline } from '#domain/order-events.ts'
import { meetsPaymentRule, type PaidOrder } from '#domain/order-payment.ts'
import type { Session } from '../../../http/sessions.ts'
import { isOverdue } from '../state/order-payment.ts'
import type { OrderRow } from './queries.ts'

/** Converts an instant from PostgreSQL's JSON to JavaScript's format. */
const instant = (text: string) => new Date(text).toISOString()

/** Presents an order: administrators see the staff's names and note, customers their reminder. */
export function presentOrder({ events, reminder, staff, ...order }: OrderRow, { role }: Session): Order {
  const isStaff = role === 'Administrador'
  const seen = isStaff ? events : events.filter(({ kind }) => !isForStaff(kind))
  return {
    ...order,
    prescription: presentPrescription(order.prescription, isStaff),
    ...presentShipment(order),
    timeline: orderTimeline(
      { date: order.date, status: order.status, hasProof: order.payment !== '' },
      seen.map(({ kind, at, by, reason, file }) => ({
        kind,
        at: instant(at),
        by: isStaff ? (by ?? undefined) : undefined,
        reason: reason ?? undefined,
        file: file ?? undefined,
      })),
    ),
    reminder: isStaff ? null : reminder,
    staff: isStaff ? presentStaff(staff, order) : null,
  }
}

/** Puts the shipment's state beside the delivery option and into it: an order without a delivery option has a shipment, too. */
function presentShipment({ shipment, delivery }: Pick<OrderRow, 'shipment' | 'delivery'>) {
  const state = { ...shipment, at: shipment.at && instant(shipment.at) }
  return {
    shipment: state,
    delivery: delivery && { ...delivery, communeName: communeName(delivery.commune), ...state },
  }
}

/** Shows customers when and why a prescription was approved or rejected, but not by whom. */
const presentPrescription = (
  { reviewed, originalReceivedAt, ...prescription }: OrderRow['prescription'],
  isStaff: boolean,
): Order['prescription'] => ({
  ...prescription,
  reviewed: reviewed && { ...reviewed, at: instant(reviewed.at), by: isStaff ? reviewed.by : '' },
  originalReceivedAt: originalReceivedAt && instant(originalReceivedAt),
})

const presentStaff = (
  { proofCheckedAt, note, proofDay, statements, ...staff }: OrderRow['staff'],
  order: PaidOrder,
): Order['staff'] => ({
  ...staff,
  statementsUntil: statements?.until ?? '',
  proofWithoutTransfer:
    meetsPaymentRule('proofAlone', order) &&
    !staff.toConfirm &&
    proofDay !== null &&
    statements !== null &&
    isOverdue(proofDay, statements),
  proofCheckedAt: proofCheckedAt && instant(proofCheckedAt),
  note: note && { ...note, at: instant(note.at) },
})
