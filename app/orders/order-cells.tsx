import type { Order } from '#contract/orders.ts'
import { formatPrice } from '../ui/price.tsx'
import type { OpenedModal } from './opened-modal.ts'

/** The cells that are the same in the customers' and in the staff's list of orders. */

/** The order's number. A press on the row opens the details for the pointer; this button does so for the keyboard. */
export const OrderNumber = ({
  order,
  open,
  className = '',
  children,
}: {
  order: Order
  open: (modal: OpenedModal) => void
  className?: string
  children?: React.ReactNode
}) => (
  <button
    type="button"
    data-order={order._id}
    onClick={() => open({ kind: 'details', order })}
    className={`-my-1 rounded-lg py-1 font-bold tabular-nums hover:underline ${className}`}
  >
    <span className="sr-only">Abrir pedido </span>
    {children}
    {order.nro_delivery}
  </button>
)

export function OrderTotal({ order: { total, products } }: { order: Order }) {
  const units = products.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <>
      <strong className="tabular-nums">{formatPrice(Math.round(total))}</strong>
      <span className="block whitespace-nowrap text-soft compact:as-table:ml-1.5 compact:as-table:inline compact:as-table:text-[0.8125rem] compact:as-table:@max-[68rem]/wide:sr-only">
        {units === 1 ? '1 producto' : `${units} productos`}
      </span>
    </>
  )
}

export const addressOf = ({ address, city }: Order) => `${address}, ${city}`
