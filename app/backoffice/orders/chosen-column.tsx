import type { Order } from '#contract/orders.ts'
import type { Column } from '../../ui/data-table.tsx'
import type { Choice } from './use-chosen.ts'

/** The checkboxes with which several orders are chosen. */
export const chosenColumn = ({ isChosen, choose }: Choice): Column<Order> => ({
  header: 'Elegir',
  className: 'as-table:w-14',
  cell: (order) => (
    <label className="-m-2 grid w-fit cursor-pointer p-2">
      <input
        type="checkbox"
        aria-label={`Elegir el pedido ${order.nro_delivery}`}
        checked={isChosen(order)}
        onChange={(event) => choose([order], event.target.checked)}
        className="size-5 accent-brand"
      />
    </label>
  ),
})
