import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { mayLeaveForms } from '../../forms/unsaved-changes.ts'
import { areShortcutsOn } from '../../listing/preferences.ts'
import type { ModalProps, OpenedModal, OrderModals } from '../../orders/opened-modal.ts'
import { OrderDetails } from '../../orders/order-details.tsx'
import { PaymentMethods } from '../../orders/payment-methods.tsx'
import { ProofUpload } from '../../orders/proof-upload.tsx'
import { ProofView } from '../../orders/proof-view.tsx'
import { IconButton } from '../../ui/button.tsx'
import { isInField, NEXT_KEY, PREVIOUS_KEY, useKeyPress } from '../shortcut-keys.ts'
import { OrderActions } from './order-actions.tsx'
import { useOrderLots } from './order-lots.tsx'
import { PrescriptionReview } from './prescription-review.tsx'
import { ProofCheck } from './proof-check.tsx'
import { SendForm } from './shipment.tsx'
import { StaffNote } from './staff-note.tsx'

export const STAFF_MODALS: OrderModals = {
  details: {
    title: 'Detalles del pedido',
    Content: Details,
    wide: true,
    Tools: (props) => <Steps {...props} kind="details" />,
  },
  'payment-methods': { title: 'Medios de pago', Content: PaymentMethods },
  'proof-upload': { title: 'Subir comprobante de pago', Content: ProofUpload },
  'proof-view': {
    title: 'Comprobante de pago',
    Content: Proof,
    wide: true,
    Tools: ({ rows, ...props }) => (
      <Steps {...props} kind="proof-view" rows={rows.filter(({ payment }) => payment !== '')} />
    ),
  },
  'prescription-view': {
    title: 'Revisar receta',
    Content: PrescriptionReview,
    wide: 'widest',
    Tools: ({ rows, ...props }) => (
      <Steps
        {...props}
        kind="prescription-view"
        rows={rows.filter(({ prescription: { needed, sent } }) => needed || sent)}
      />
    ),
  },
  shipment: { title: 'Despachar pedido', Content: SendForm },
}

function Details(props: ModalProps) {
  const lots = useOrderLots(props.order)
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start">
      <OrderDetails order={props.order} lots={lots} />
      {/* On a narrow screen the actions come first, and the note last. */}
      <div className="top-0 max-lg:contents lg:sticky lg:grid lg:gap-4">
        <div className="max-lg:order-first">
          <OrderActions {...props} />
        </div>
        <StaffNote {...props} />
      </div>
    </div>
  )
}

function Proof(props: ModalProps) {
  const [shown, setShown] = useState(false)
  const view = <ProofView {...props} onShown={() => setShown(true)} />
  if (!props.order.payment) return view
  return (
    <div className="grid gap-6 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="max-sm:order-last">{view}</div>
      <ProofCheck {...props} shown={shown} />
    </div>
  )
}

/**
 * 'Anterior' and 'Siguiente' through the orders of the list's page, also by the keys k and j. Unsaved changes are asked about
 * first.
 *
 * @param rows the orders of the page that this modal can show
 */
function Steps({ order, rows, open, kind }: ModalProps & { kind: OpenedModal['kind'] }) {
  const index = rows.findIndex(({ _id }) => _id === order._id)
  const [place, setPlace] = useState(index)
  if (index >= 0 && index !== place) setPlace(index)
  // An order that has left the list keeps its place between its neighbours.
  const gone = index < 0 && place >= 0
  const previous = rows[place - 1]
  const next = gone ? rows[place] : rows[place + 1]
  async function go(target: Order | undefined) {
    if (target && (await mayLeaveForms())) open({ kind, order: target })
  }
  useKeyPress(({ key, ctrlKey, metaKey, altKey, target, defaultPrevented }) => {
    if (defaultPrevented || ctrlKey || metaKey || altKey || isInField(target) || !areShortcutsOn()) return
    // A dialog above the order's details gets the keys first.
    if (document.querySelectorAll('dialog[open]').length > 1) return
    void go({ [PREVIOUS_KEY]: previous, [NEXT_KEY]: next }[key])
  })
  const to = (target: Order | undefined) => ({
    'aria-disabled': !target,
    onClick: () => go(target),
    className: 'aria-disabled:cursor-not-allowed aria-disabled:text-soft aria-disabled:opacity-50',
  })
  return (
    <>
      <p role="status" className="mr-1 whitespace-nowrap text-sm text-soft tabular-nums max-sm:sr-only">
        <span className="sr-only">Pedido {order.nro_delivery}, </span>
        {!gone && index >= 0 && `${index + 1} de ${rows.length}`}
      </p>
      <IconButton icon="chevron-up" label="Pedido anterior" {...to(previous)} />
      <IconButton icon="chevron-down" label="Pedido siguiente" {...to(next)} />
    </>
  )
}
