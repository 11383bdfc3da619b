import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { FormModal } from '../forms/form-modal.tsx'
import { useFormModal } from '../forms/in-modal.ts'
import type { OpenedModal } from './opened-modal.ts'
import { OrderDetails } from './order-details.tsx'
import { OrderReminder } from './order-reminder.tsx'
import { PaymentMethods } from './payment-methods.tsx'
import { AnotherPrescription, CoveredLines } from './prescription-notes.tsx'
import { PrescriptionPages } from './prescription-pages.tsx'
import { PrescriptionUpload } from './prescription-upload.tsx'
import { ProofUpload } from './proof-upload.tsx'
import { ProofView } from './proof-view.tsx'
import type { StaffParts, StaffProps } from './staff-parts.ts'

type Props = StaffProps & { opened: OpenedModal; staff: StaffParts | undefined }

type Kind = {
  title: string
  Content: (props: Props) => React.ReactNode
  wide?: true
  /** The title and the width for staff, where they differ. */
  staffTitle?: string
  staffWide?: true | 'widest'
  /** Whether staff walk from order to order in this modal, and an order of the page is among them; absent without such a walk. */
  walks?: (order: Order) => boolean
}

/** The modals of the orders screen, each about one order. */
const modals = {
  details: { title: 'Detalles del pedido', Content: Details, wide: true, walks: () => true },
  'payment-methods': { title: 'Medios de pago', Content: PaymentMethods },
  'proof-upload': { title: 'Subir comprobante de pago', Content: ProofUpload },
  'proof-view': {
    title: 'Comprobante de pago',
    Content: Proof,
    staffWide: true,
    walks: ({ payment }) => payment !== '',
  },
  'prescription-upload': { title: 'Receta del pedido', Content: PrescriptionUpload },
  'prescription-view': {
    title: 'Receta del pedido',
    staffTitle: 'Revisar receta',
    Content: Prescription,
    staffWide: 'widest',
    walks: ({ prescription }) => prescription.needed || prescription.sent,
  },
  shipment: {
    title: 'Despachar pedido',
    Content: ({ staff, ...props }: Props) => staff && <staff.SendOrder {...props} />,
  },
} as const satisfies Record<OpenedModal['kind'], Kind>

/** An order's details. A customer also sets the reminder; a cancelled order shows one only if it was set before. */
function Details({ staff, ...props }: Props) {
  const { order } = props
  const hasReminder = order.status !== 'cancelled' || order.reminder !== null
  if (staff)
    return (
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start">
        <staff.OrderLots {...props}>{(lots) => <OrderDetails order={order} lots={lots} />}</staff.OrderLots>
        {/* On a narrow screen the actions come first, and the note last. */}
        <div className="top-0 max-lg:contents lg:sticky lg:grid lg:gap-4">
          <div className="max-lg:order-first">
            <staff.OrderActions {...props} />
          </div>
          <staff.StaffNote {...props} />
        </div>
      </div>
    )
  return (
    <div className="grid gap-6">
      <AnotherPrescription order={order} />
      <CoveredLines order={order} />
      <OrderDetails order={order} />
      {hasReminder && <OrderReminder order={order} />}
    </div>
  )
}

/** The payment proof, beside which staff see the amount due. */
function Proof({ staff, opened, ...props }: Props) {
  const { order, onClose } = props
  const [shown, setShown] = useState(false)
  const view = <ProofView order={order} onClose={onClose} onShown={() => setShown(true)} />
  if (!staff || !order.payment) return view
  return (
    <div className="grid gap-6 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="max-sm:order-last">{view}</div>
      <staff.ProofCheck {...props} decided={opened.decided} shown={shown} />
    </div>
  )
}

/** The pages of a prescription; staff review it. */
function Prescription({ staff, opened, ...props }: Props) {
  if (!staff) return <PrescriptionPages order={props.order} />
  return <staff.PrescriptionReview {...props} decided={opened.decided} />
}

/** The walk through the page's orders, which asks before unsaved changes are lost. */
function Walk({
  staff,
  onOpen,
  ...walk
}: { staff: StaffParts } & React.ComponentProps<StaffParts['OrderStepper']>) {
  const { mayLeave } = useFormModal()
  return (
    <staff.OrderStepper
      {...walk}
      onOpen={async (order) => {
        if (await mayLeave()) onOpen(order)
      }}
    />
  )
}

/**
 * The modals of the orders screen: one dialog per kind, so that each keeps its title and size while it fades out.
 *
 * @param onClose the same function on every render: effects depend on it
 */
export function OrderModal({
  opened,
  rows,
  open,
  onClose,
  onChanged,
  staff,
}: Omit<Props, 'opened' | 'order'> & { opened: OpenedModal | null }) {
  const entries: [string, Kind][] = Object.entries(modals)
  return entries.map(([kind, { title, staffTitle = title, Content, wide, staffWide, walks }]) => (
    <FormModal
      key={kind}
      open={opened?.kind === kind}
      onClose={onClose}
      title={staff ? staffTitle : title}
      wide={(staff && staffWide) ?? wide}
      tools={
        staff &&
        walks &&
        opened?.kind === kind && (
          <Walk
            staff={staff}
            order={opened.order}
            rows={rows.filter(walks)}
            onOpen={(order) => open({ kind: opened.kind, order })}
          />
        )
      }
    >
      {opened?.kind === kind && (
        <Content
          key={opened.order._id}
          opened={opened}
          order={opened.order}
          rows={rows}
          open={open}
          onClose={onClose}
          onChanged={onChanged}
          staff={staff}
        />
      )}
    </FormModal>
  ))
}
