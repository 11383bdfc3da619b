import type { Order } from '#contract/orders.ts'
import { orderStatuses } from '#domain/order-status.ts'
import type { PrescriptionState as State } from '#domain/prescription.ts'
import { RowMark } from './row-mark.tsx'

/** Whether the screens mention an order's prescription. */
export const concernsPrescription = ({ status, prescription: { sent, needed, reviewed } }: Order) =>
  sent || reviewed !== null || (needed && orderStatuses[status].isOpen)

/** The number of pages that the customer may still add; none where a prescription was approved or a lasting one covers the order. */
export const prescriptionRoom = ({ prescription: { state, room } }: Order) =>
  state === 'approved' || state === 'covered' ? 0 : room

type Words = { text: string; tone: React.ComponentProps<typeof RowMark>['tone'] }

export const PRESCRIPTION_WORDS: Readonly<Record<State, Words>> = {
  none: { text: 'Sin receta', tone: 'neutral' },
  missing: { text: 'Receta por enviar', tone: 'red' },
  sent: { text: 'Receta por revisar', tone: 'yellow' },
  covered: { text: 'Receta por revisar', tone: 'yellow' },
  approved: { text: 'Receta aprobada', tone: 'green' },
  rejected: { text: 'Receta rechazada', tone: 'red' },
}

/** The words for the customer, who waits for no decision about a covered or a closed order. */
function wordsForCustomer({ status, prescription: { state } }: Order): Words {
  if (state === 'covered') return { text: 'Receta vigente', tone: 'green' }
  if (state === 'sent' && !orderStatuses[status].isOpen) return { text: 'Receta enviada', tone: 'neutral' }
  return PRESCRIPTION_WORDS[state]
}

/** The state of an order's prescription, and for staff whether its original is to be received; nothing where none is needed. */
export function PrescriptionState({ order }: { order: Order }) {
  const { state, lacksOriginal } = order.prescription
  if (!concernsPrescription(order) || state === 'none') return null
  return (
    <>
      <RowMark icon="prescription" {...(order.staff ? PRESCRIPTION_WORDS[state] : wordsForCustomer(order))} />
      {order.staff && orderStatuses[order.status].isHandedOver && lacksOriginal && (
        <RowMark tone="yellow" icon="warning" text="Original por retener" />
      )}
    </>
  )
}

/** Why the prescription of an open order was rejected; undefined unless the order waits for another one. */
export const prescriptionRejection = ({ status, prescription }: Order): string | undefined =>
  orderStatuses[status].isOpen && prescription.state === 'rejected'
    ? prescription.reviewed?.reason
    : undefined
