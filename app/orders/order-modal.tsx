import type { Order } from '#contract/cart.ts'
import { Modal } from '../ui/modal.tsx'
import { OrderDetails } from './order-details.tsx'
import { PaymentMethods } from './payment-methods.tsx'

/** The modals of the orders screen (spec §2), each about one order. */
const modals = {
  details: { title: 'Detalles del pedido', Content: OrderDetails, wide: true },
  'payment-methods': { title: 'Medios de pago', Content: PaymentMethods, wide: false },
} as const satisfies Record<
  string,
  { title: string; Content: (props: { order: Order }) => React.ReactNode; wide: boolean }
>

export type OpenedModal = { kind: keyof typeof modals; order: Order }

/** One dialog per kind, so that each keeps its title and size while it fades out. */
export function OrderModal({ opened, onClose }: { opened: OpenedModal | null; onClose: () => void }) {
  return Object.entries(modals).map(([kind, { title, Content, wide }]) => (
    <Modal key={kind} open={opened?.kind === kind} onClose={onClose} title={title} wide={wide}>
      {opened?.kind === kind && <Content order={opened.order} />}
    </Modal>
  ))
}
