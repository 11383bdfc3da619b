import type { ModalProps, OrderModals } from '../../orders/opened-modal.ts'
import { OrderDetails } from '../../orders/order-details.tsx'
import { OrderReminder } from '../../orders/order-reminder.tsx'
import { PaymentMethods } from '../../orders/payment-methods.tsx'
import { AnotherPrescription, CoveredLines } from '../../orders/prescription-notes.tsx'
import { PrescriptionPages } from '../../orders/prescription-pages.tsx'
import { PrescriptionUpload } from '../../orders/prescription-upload.tsx'
import { ProofUpload } from '../../orders/proof-upload.tsx'
import { ProofView } from '../../orders/proof-view.tsx'

/** The modals of a customer's orders. */
export const CUSTOMER_MODALS: OrderModals = {
  details: { title: 'Detalles del pedido', Content: Details, wide: true },
  'payment-methods': { title: 'Medios de pago', Content: PaymentMethods },
  'proof-upload': { title: 'Subir comprobante de pago', Content: ProofUpload },
  'proof-view': { title: 'Comprobante de pago', Content: ProofView },
  'prescription-upload': { title: 'Receta del pedido', Content: PrescriptionUpload },
  'prescription-view': { title: 'Receta del pedido', Content: PrescriptionPages },
}

/** An order's details, with the reminder; a cancelled order shows one only if it was set before. */
function Details({ order }: ModalProps) {
  return (
    <div className="grid gap-6">
      <AnotherPrescription order={order} />
      <CoveredLines order={order} />
      <OrderDetails order={order} />
      {(order.status !== 'cancelled' || order.reminder !== null) && <OrderReminder order={order} />}
    </div>
  )
}
