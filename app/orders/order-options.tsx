import type { Order } from '#contract/orders.ts'
import { Button } from '../ui/button.tsx'
import type { IconName } from '../ui/icons.tsx'
import type { OpenedModal } from './opened-modal.ts'

type Option = { kind: OpenedModal['kind']; name: string; icon: IconName }

/** The staff's modals of an order. A customer's buttons are in customer-options.tsx. */
const optionsOf = (order: Order): Option[] => [
  { kind: 'details', name: 'Detalles', icon: 'eye' },
  { kind: 'payment-methods', name: 'Medios de pago', icon: 'receipt' },
  { kind: 'proof-view', name: 'Ver comprobante', icon: 'image' },
  ...(order.prescription.sent || (order.prescription.needed && order.status !== 'cancelled')
    ? [{ kind: 'prescription-view', name: reviewName(order), icon: 'prescription' } as const]
    : []),
]

/** The name of the staff's button for a prescription: one that was decided about, or is of a cancelled order, is looked at. */
export const reviewName = ({ status, prescription: { state } }: Order) =>
  state === 'approved' || state === 'rejected' || status === 'cancelled' ? 'Ver receta' : 'Revisar receta'

/** The buttons of an order for staff: in a table icons, with the name as their title. */
export function OrderOptions({ order, open }: { order: Order; open: (modal: OpenedModal) => void }) {
  return (
    <div className="flex flex-wrap gap-2 as-table:flex-nowrap as-table:gap-1.5 compact:as-table:gap-1">
      {optionsOf(order).map(({ kind, name, icon }) => (
        <Button
          key={kind}
          look="secondary"
          small
          icon={icon}
          onClick={() => open({ kind, order })}
          title={name}
          className="as-table:size-9 as-table:border-line as-table:p-0 compact:as-table:size-8"
        >
          <span className="as-table:sr-only">{name}</span>
          <span className="sr-only"> del pedido {order.nro_delivery}</span>
        </Button>
      ))}
    </div>
  )
}
