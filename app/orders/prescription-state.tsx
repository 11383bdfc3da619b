import type { Order } from '#contract/orders.ts'
import { MAX_PRESCRIPTION_PAGES } from '#domain/prescription.ts'
import { RowMark } from './row-mark.tsx'

/** Whether the screens mention an order's prescription (docs/product.md#prescription-of-an-order). */
export const concernsPrescription = ({ status, prescription }: Order) =>
  prescription.sent || (prescription.needed && status === 'pending')

/** The number of pages that the customer may still add. */
export const prescriptionRoom = ({ status, prescription }: Order) =>
  status === 'pending' ? MAX_PRESCRIPTION_PAGES - prescription.pages.length : 0

/** 'Receta: enviada' or 'Receta: pendiente'; nothing for an order that needs none. */
export function PrescriptionState({ order }: { order: Order }) {
  if (!concernsPrescription(order)) return null
  const { sent } = order.prescription
  const state = sent ? 'enviada' : 'pendiente'
  return <RowMark tone={sent ? 'green' : 'red'} icon="prescription" text={`Receta: ${state}`} />
}
