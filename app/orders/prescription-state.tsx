import type { Order } from '#contract/orders.ts'
import { RowMark } from './row-mark.tsx'

/** Whether the screens mention an order's prescription (docs/product.md#prescription-of-an-order). */
export const concernsPrescription = ({ status, prescription }: Order) =>
  prescription.sent || (prescription.needed && status === 'pending')

/** The number of pages that the customer may still add; none where a prescription was approved or a lasting one covers the order. */
export const prescriptionRoom = ({ status, prescription: { state, room } }: Order) =>
  status === 'pending' && state !== 'approved' && state !== 'covered' ? room : 0

type Words = { text: string; tone: React.ComponentProps<typeof RowMark>['tone'] }

const SENT: Words = { text: 'Receta enviada', tone: 'neutral' }
const APPROVED: Words = { text: 'Receta aprobada', tone: 'green' }
const REJECTED: Words = { text: 'Receta rechazada', tone: 'red' }

const pendingWords: Record<Order['prescription']['state'], Words> = {
  // The catalogue has changed since the page was sent.
  none: SENT,
  missing: { text: 'Receta por enviar', tone: 'red' },
  sent: { text: 'Receta por revisar', tone: 'yellow' },
  approved: APPROVED,
  rejected: REJECTED,
  covered: { text: 'Receta vigente', tone: 'green' },
}

function wordsOf(order: Order): Words | undefined {
  const { status, prescription } = order
  if (status === 'pending') return concernsPrescription(order) ? pendingWords[prescription.state] : undefined
  if (prescription.state === 'approved') return APPROVED
  if (prescription.state === 'rejected') return REJECTED
  return prescription.sent ? SENT : undefined
}

/** The state of an order's prescription in two or three words; nothing for an order that needs none. */
export function PrescriptionState({ order }: { order: Order }) {
  const words = wordsOf(order)
  return words && <RowMark tone={words.tone} icon="prescription" text={words.text} />
}

/** Why the prescription of a pending order was rejected; undefined unless the order waits for another one. */
export const prescriptionRejection = ({ status, prescription }: Order): string | undefined =>
  status === 'pending' && prescription.state === 'rejected' ? prescription.reviewed?.reason : undefined
