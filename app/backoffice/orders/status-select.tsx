import { useRevalidator } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { changeOf, ORDER_STATUSES, type OrderStatus, orderStatuses } from '#domain/order-status.ts'
import { browserApi } from '../../api/client.ts'
import { useAction } from '../../forms/use-action.ts'
import { lacksOriginal, missingPapers } from '../../orders/missing-papers.ts'
import type { OnChanged } from '../../orders/staff-parts.ts'
import { FieldError } from '../../ui/field.tsx'
import { useFocusBack } from '../../ui/focus-back.ts'
import { notice } from '../../ui/notice.tsx'
import { formatPrice } from '../../ui/price.tsx'

/** The effect on the stock and what is missing, for the question before the change (docs/product.md#order-status). */
function consequences(order: Order, to: OrderStatus) {
  const { stock, register } = changeOf(order.status, to)
  const missing = register === 'write' && missingPapers(order)
  return [
    stock === 'release' && ' Sus productos vuelven al stock.',
    stock === 'release' && order.paid && ` Quedan ${formatPrice(order.paid.amount)} por devolver.`,
    stock === 'take' && ' Sus productos se descuentan nuevamente del stock.',
    missing && ` Se entrega ${missing}.`,
    register === 'write' && lacksOriginal(order) && ' Su receta se retiene: recibe el original.',
  ]
    .filter(Boolean)
    .join('')
}

/**
 * Changes an order's status: asks, saves and loads the list again. After a failure the old status returns, with the reason in a
 * line (docs/product.md#silent-failures).
 *
 * @param onChanged for an order whose details are open
 */
export function StatusSelect({ order, onChanged }: { order: Order; onChanged?: OnChanged }) {
  const { revalidate } = useRevalidator()
  const { run, working, choice, failure } = useAction<OrderStatus>(
    async (state) => {
      await browserApi.updateOrderStatus({ body: { id: order._id, state } })
      if (onChanged) onChanged((await browserApi.getOrder({ params: { id: order._id } })).data)
      await revalidate()
    },
    {
      ask: (state) =>
        notice.confirm({
          title: `¿Cambiar el estado del pedido N° ${order.nro_delivery}?`,
          text: `De ${orderStatuses[order.status].name} a ${orderStatuses[state].name}.${consequences(order, state)}`,
          confirm: 'Cambiar estado',
        }),
    },
  )
  const select = useFocusBack<HTMLSelectElement>(working)

  return (
    <div className="shrink-0">
      <select
        ref={select}
        aria-label={`Estado del pedido N° ${order.nro_delivery}`}
        value={choice ?? order.status}
        disabled={working}
        onChange={(event) => run(event.target.value as OrderStatus)}
        className="control block min-h-10 w-fit min-w-[8.25rem] py-1 pr-1 pl-2.5 font-semibold"
      >
        {ORDER_STATUSES.map((status) => (
          <option key={status} value={status}>
            {orderStatuses[status].name}
          </option>
        ))}
      </select>
      {/* A long reason makes no column wider. */}
      <div className="w-0 min-w-full">
        <FieldError error={failure} />
      </div>
    </div>
  )
}
