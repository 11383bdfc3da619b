import type { Order } from '#contract/orders.ts'
import { useModalLeave } from '../forms/modal-leave.ts'
import { Modal } from '../ui/modal.tsx'
import { OrderDetails } from './order-details.tsx'
import { OrderReminder } from './order-reminder.tsx'
import { PaymentMethods } from './payment-methods.tsx'
import { PrescriptionPages } from './prescription-pages.tsx'
import { PrescriptionUpload } from './prescription-upload.tsx'
import { ProofUpload } from './proof-upload.tsx'
import { ProofView } from './proof-view.tsx'
import type { OnChanged, StaffParts } from './staff-parts.ts'

/** A customer sees their own orders; an administrator sees all orders and can change their status. */
export type Mode = 'customer' | 'administrator'

type Props = {
  mode: Mode
  order: Order
  onClose: () => void
  /** Called with true while there are unsaved changes. */
  onDirty: (dirty: boolean) => void
  onChanged: OnChanged
  staff: StaffParts | undefined
}

/** The modals of the orders screen, each about one order. */
const modals = {
  details: { title: 'Detalles del pedido', Content: Details, wide: true },
  'payment-methods': { title: 'Medios de pago', Content: PaymentMethods, wide: false },
  'proof-upload': { title: 'Subir comprobante de pago', Content: ProofUpload, wide: false },
  'proof-view': { title: 'Comprobante de pago', Content: Proof, wide: 'for-staff' },
  'prescription-upload': { title: 'Receta del pedido', Content: PrescriptionUpload, wide: false },
  'prescription-view': { title: 'Receta del pedido', Content: PrescriptionPages, wide: false },
} as const satisfies Record<
  string,
  {
    title: string
    Content: (props: Props) => React.ReactNode
    wide: boolean | 'for-staff'
  }
>

export type OpenedModal = { kind: keyof typeof modals; order: Order }

/** An order's details. A customer also sets the reminder; a cancelled order shows one only if it was set before. */
function Details({ mode, order, staff, onDirty }: Props) {
  const hasReminder = mode === 'customer' && (order.status !== 'cancelled' || order.reminder !== null)
  return (
    <div className="grid gap-6">
      <OrderDetails order={order} forStaff={staff !== undefined} />
      {hasReminder && <OrderReminder order={order} />}
      {staff && <staff.OrderDesk order={order} onDirty={onDirty} />}
    </div>
  )
}

/** The payment proof, beside which staff see the amount due. */
function Proof({ order, staff, onClose, onChanged }: Props) {
  const view = <ProofView order={order} onClose={onClose} />
  if (!staff || !order.payment) return view
  return (
    <div className="grid gap-6 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="max-sm:order-last">{view}</div>
      <staff.ProofCheck order={order} onChanged={onChanged} />
    </div>
  )
}

/**
 * The modals of the orders screen: one dialog per kind, so that each keeps its title and size while it fades out.
 *
 * @param onClose the same function on every render: effects depend on it
 */
export function OrderModal({
  mode,
  opened,
  onClose,
  onChanged,
  staff,
}: {
  mode: Mode
  opened: OpenedModal | null
  onClose: () => void
  onChanged: OnChanged
  staff: StaffParts | undefined
}) {
  const { leave, onDirty } = useModalLeave(onClose)
  return Object.entries(modals).map(([kind, { title, Content, wide }]) => (
    <Modal
      key={kind}
      open={opened?.kind === kind}
      onClose={leave}
      title={title}
      wide={wide === true || (wide === 'for-staff' && staff !== undefined)}
    >
      {opened?.kind === kind && (
        <Content
          key={opened.order._id}
          mode={mode}
          order={opened.order}
          onClose={onClose}
          onDirty={onDirty}
          onChanged={onChanged}
          staff={staff}
        />
      )}
    </Modal>
  ))
}
