import type { Order } from '#contract/orders.ts'
import { Modal } from '../ui/modal.tsx'
import { OrderDetails } from './order-details.tsx'
import { PaymentMethods } from './payment-methods.tsx'
import { PrescriptionPages } from './prescription-pages.tsx'
import { PrescriptionUpload } from './prescription-upload.tsx'
import { ProofUpload } from './proof-upload.tsx'
import { ProofView } from './proof-view.tsx'

/** The modals of the orders screen, each about one order. */
const modals = {
  details: { title: 'Detalles del pedido', Content: OrderDetails, wide: true },
  'payment-methods': { title: 'Medios de pago', Content: PaymentMethods, wide: false },
  'proof-upload': { title: 'Subir comprobante de pago', Content: ProofUpload, wide: false },
  'proof-view': { title: 'Comprobante de pago', Content: ProofView, wide: false },
  'prescription-upload': { title: 'Receta del pedido', Content: PrescriptionUpload, wide: false },
  'prescription-view': { title: 'Receta del pedido', Content: PrescriptionPages, wide: false },
} as const satisfies Record<
  string,
  {
    title: string
    Content: (props: { order: Order; onClose: () => void }) => React.ReactNode
    wide: boolean
  }
>

export type OpenedModal = { kind: keyof typeof modals; order: Order }

/**
 * One dialog per kind, so that each keeps its title and size while it fades out.
 *
 * @param onClose the same function on every render: effects depend on it
 */
export function OrderModal({ opened, onClose }: { opened: OpenedModal | null; onClose: () => void }) {
  return Object.entries(modals).map(([kind, { title, Content, wide }]) => (
    <Modal key={kind} open={opened?.kind === kind} onClose={onClose} title={title} wide={wide}>
      {opened?.kind === kind && <Content key={opened.order._id} order={opened.order} onClose={onClose} />}
    </Modal>
  ))
}
