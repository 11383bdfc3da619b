import type { Order } from '#contract/orders.ts'
import type { PrescriptionState as State } from '#domain/prescription.ts'
import { lacksOriginal } from './missing-papers.ts'
import { RowMark } from './row-mark.tsx'

/** Whether the screens mention an order's prescription (docs/product.md#prescription-of-an-order). */
export const concernsPrescription = ({ status, prescription: { sent, needed, reviewed } }: Order) =>
  sent || reviewed !== null || (needed && status === 'pending')

/** The number of pages that the customer may still add. */
export const prescriptionRoom = ({ prescription }: Order) => prescription.room

/** The words for each state (docs/product.md#review-of-a-prescription). */
export const PRESCRIPTION_WORDS = {
  none: { text: 'Sin receta', tone: 'neutral' },
  missing: { text: 'Receta por enviar', tone: 'red' },
  sent: { text: 'Receta por revisar', tone: 'yellow' },
  covered: { text: 'Receta por revisar', tone: 'yellow' },
  approved: { text: 'Receta aprobada', tone: 'green' },
  rejected: { text: 'Receta rechazada', tone: 'red' },
} as const satisfies Record<State, { text: string; tone: React.ComponentProps<typeof RowMark>['tone'] }>

/** The state of an order's prescription, and for staff whether its original is to be received; nothing where none is needed. */
export function PrescriptionState({ order }: { order: Order }) {
  const { state } = order.prescription
  if (!concernsPrescription(order) || state === 'none') return null
  return (
    <>
      <RowMark icon="prescription" {...PRESCRIPTION_WORDS[state]} />
      {order.staff && order.status === 'delivered' && lacksOriginal(order) && (
        <RowMark tone="yellow" icon="warning" text="Original por retener" />
      )}
    </>
  )
}
