import type { Order } from '#contract/orders.ts'
import { isPaid, meetsPaymentRule } from '#domain/order-payment.ts'
import { orderStatuses } from '#domain/order-status.ts'
import { useAction } from '../../forms/use-action.ts'
import type { OpenedModal } from '../../orders/opened-modal.ts'
import { concernsPrescription, prescriptionRoom } from '../../orders/prescription-state.tsx'
import { useRepeatOrder } from '../../orders/repeat-order.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import type { IconName } from '../../ui/icons.tsx'

type Option = { kind: OpenedModal['kind'] | 'repeat'; name: string; icon: IconName }

/** A customer's options for an order; the first one is the primary. A paid or closed order has no option to pay. */
function optionsOf(order: Order): Option[] {
  const { sent, state } = order.prescription
  const { isOpen } = orderStatuses[order.status]
  const mayAddPages = concernsPrescription(order) && prescriptionRoom(order) > 0
  const lacksPages = mayAddPages && (!sent || state === 'rejected')
  const repeat: Option = { kind: 'repeat', name: 'Repetir pedido', icon: 'cart' }
  const prescription: Option = {
    kind: mayAddPages ? 'prescription-upload' : 'prescription-view',
    name: lacksPages ? 'Subir receta' : 'Ver receta',
    icon: 'prescription',
  }
  const options: (Option | false)[] = [
    !isOpen && repeat,
    isOpen &&
      meetsPaymentRule('withoutProof', order) && {
        kind: 'proof-upload',
        name: 'Subir comprobante',
        icon: 'upload',
      },
    isOpen && lacksPages && prescription,
    { kind: 'details', name: 'Detalles', icon: 'eye' },
    isOpen && !isPaid(order) && { kind: 'payment-methods', name: 'Medios de pago', icon: 'receipt' },
    order.payment !== '' && { kind: 'proof-view', name: 'Ver comprobante', icon: 'image' },
    !(isOpen && lacksPages) && (mayAddPages || sent) && prescription,
    isOpen && repeat,
  ]
  return options.filter((option) => option !== false)
}

export function CustomerOptions({ order, open }: { order: Order; open: (modal: OpenedModal) => void }) {
  const repeatOrder = useRepeatOrder()
  const { run, working, failure } = useAction(() => repeatOrder(order))
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-x-2 gap-y-1 large-type:grid-cols-1">
        {optionsOf(order).map(({ kind, name, icon }, index) => (
          <Button
            key={kind}
            look={index === 0 ? 'primary' : 'quiet'}
            small={index > 0}
            icon={icon}
            loading={kind === 'repeat' && working}
            onClick={() => (kind === 'repeat' ? run() : open({ kind, order }))}
            className={index === 0 ? 'col-span-full' : 'min-h-11 justify-start px-2'}
          >
            <span>{name}</span>
            <span className="sr-only">
              {kind === 'repeat' ? ' ' : ' del pedido '}
              {order.nro_delivery}
            </span>
          </Button>
        ))}
      </div>
      <FieldError error={failure} />
    </div>
  )
}
