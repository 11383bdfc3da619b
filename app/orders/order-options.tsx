import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { ApiError } from '../api/client.ts'
import { readSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import type { IconName } from '../ui/icons.tsx'
import type { Mode, OpenedModal } from './order-modal.tsx'
import { concernsPrescription, prescriptionRoom } from './prescription-state.tsx'
import { repeatOrder, tellMissing } from './repeat-order.ts'

type Option = { kind: OpenedModal['kind']; name: string; icon: IconName }

/** A customer uploads the payment proof of an order that isn't cancelled once, and can view it afterwards (docs/product.md#payment-proof). */
const optionsOf = (mode: Mode, order: Order): Option[] => [
  { kind: 'details', name: 'Detalles', icon: 'eye' },
  { kind: 'payment-methods', name: 'Medios de pago', icon: 'receipt' },
  mode === 'customer' && !order.payment && order.status !== 'cancelled'
    ? { kind: 'proof-upload', name: 'Subir comprobante', icon: 'upload' }
    : { kind: 'proof-view', name: 'Ver comprobante', icon: 'image' },
  ...prescriptionOption(mode, order),
]

/**
 * The prescription's button: a customer adds pages while there is room (docs/product.md#prescription-of-an-order), everybody else
 * sees the sent pages.
 */
function prescriptionOption(mode: Mode, order: Order): Option[] {
  const { sent, state } = order.prescription
  const name = sent && state !== 'rejected' ? 'Ver receta' : 'Subir receta'
  if (mode === 'customer' && concernsPrescription(order) && prescriptionRoom(order) > 0)
    return [{ kind: 'prescription-upload', name, icon: 'prescription' }]
  if (mode === 'administrator' && (sent || (order.prescription.needed && order.status !== 'cancelled')))
    return [{ kind: 'prescription-view', name: reviewName(order), icon: 'prescription' }]
  return sent ? [{ kind: 'prescription-view', name: 'Ver receta', icon: 'prescription' }] : []
}

/** The name of the staff's button for a prescription: one that was decided about, or is of a cancelled order, is looked at. */
export const reviewName = ({ status, prescription: { state } }: Order) =>
  state === 'approved' || state === 'rejected' || status === 'cancelled' ? 'Ver receta' : 'Revisar receta'

/** The buttons of an order: in the table with icons only for staff, with words only and two in a row for customers. */
export function OrderOptions({
  mode,
  order,
  open,
}: {
  mode: Mode
  order: Order
  open: (modal: OpenedModal) => void
}) {
  const [failure, setFailure] = useState<string>()
  return (
    <div className="grid gap-1">
      <div
        className={`flex flex-wrap gap-2 as-table:gap-1.5 ${mode === 'customer' ? 'as-table:grid as-table:w-max as-table:grid-cols-[auto_auto]' : 'as-table:flex-nowrap'}`}
      >
        {optionsOf(mode, order).map(({ kind, name, icon }) => (
          <OptionButton
            key={kind}
            name={name}
            icon={icon}
            order={order}
            iconOnly={mode === 'administrator'}
            onClick={() => open({ kind, order })}
          />
        ))}
        {mode === 'customer' && <RepeatButton order={order} onFailure={setFailure} />}
      </div>
      <FieldError error={failure} />
    </div>
  )
}

function OptionButton({
  name,
  icon,
  of = ' del pedido',
  order,
  loading = false,
  iconOnly = false,
  onClick,
}: {
  name: string
  icon: IconName
  /** In a table, with the name as its title. */
  iconOnly?: boolean
  /** Between the name and the order number, for screen readers. */
  of?: string
  order: Order
  loading?: boolean
  onClick: () => void
}) {
  return (
    <Button
      look="secondary"
      small
      icon={icon}
      loading={loading}
      onClick={onClick}
      title={iconOnly ? name : undefined}
      className={`as-table:border-line ${iconOnly ? 'as-table:size-9 as-table:p-0' : 'as-table:px-1 as-table:[&_svg]:hidden'}`}
    >
      <span className={iconOnly ? 'as-table:sr-only' : ''}>{name}</span>
      <span className="sr-only">
        {of} {order.nro_delivery}
      </span>
    </Button>
  )
}

/** Puts the order's products in the cart again. An alert dialog lists the products that didn't fit, then the cart opens. */
function RepeatButton({
  order,
  onFailure,
}: {
  order: Order
  onFailure: (message: string | undefined) => void
}) {
  const navigate = useNavigate()
  const [repeating, setRepeating] = useState(false)

  async function repeat() {
    const session = readSession()
    if (!session) return
    onFailure(undefined)
    setRepeating(true)
    try {
      await tellMissing(await repeatOrder(order, session.userId))
      await navigate(href('/carrito'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onFailure(error.message)
    } finally {
      setRepeating(false)
    }
  }

  return (
    <OptionButton
      name="Repetir pedido"
      of=""
      icon="cart"
      order={order}
      loading={repeating}
      onClick={repeat}
    />
  )
}
