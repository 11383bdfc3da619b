import { useCallback, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { ListingTable } from '../listing/listing-table.tsx'
import type { Listing } from '../listing/load-listing.ts'
import { Badge } from '../ui/badge.tsx'
import type { Column } from '../ui/data-table.tsx'
import { formatPrice } from '../ui/price.tsx'
import { orderDate } from './order-date.ts'
import { type OpenedModal, OrderModal } from './order-modal.tsx'
import { type Mode, OrderOptions } from './order-options.tsx'
import { statuses } from './order-status.ts'
import { PrescriptionState } from './prescription-state.tsx'
import { StatusSelect } from './status-select.tsx'

type Props = { mode: Mode; list?: Listing<Order>; filters?: React.ReactNode }

/** The orders screen (docs/product.md#orders-screen). `list` undefined draws the loading state. */
export function OrdersScreen({ mode, list, filters }: Props) {
  const [opened, setOpened] = useState<OpenedModal | null>(null)
  const close = useCallback(() => setOpened(null), [])
  // The list may have loaded again since the modal was opened.
  const order = opened && (list?.rows.find(({ _id }) => _id === opened.order._id) ?? opened.order)
  const current = opened && order && { ...opened, order }
  return (
    <>
      <ListingTable
        title="Pedidos"
        level={mode === 'customer' ? 'h2' : 'h1'}
        search="Buscar pedido..."
        listing={list}
        columns={columnsOf(mode, setOpened)}
        rowKey={(order) => order._id}
        empty="No se han registrado pedidos recientes"
        filters={filters}
        compact
        tableFrom="wide"
      />
      <OrderModal mode={mode} opened={current} onClose={close} />
    </>
  )
}

/** The units of an order's lines. */
function productCount(lines: Order['products']): string {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return units === 1 ? '1 producto' : `${units} productos`
}

const columnsOf = (mode: Mode, open: (modal: OpenedModal) => void): Column<Order>[] => [
  {
    header: 'N° pedido',
    cell: ({ nro_delivery, date }) => (
      <>
        <strong className="tabular-nums">{nro_delivery}</strong>
        <time dateTime={date} className="block text-soft tabular-nums">
          {orderDate(date)}
        </time>
      </>
    ),
  },
  { header: 'Nombres', cell: (order) => `${order.name} ${order.lastName}` },
  { header: 'Dirección', cell: (order) => `${order.address}, ${order.city}`, className: 'as-table:min-w-32' },
  {
    header: 'Total',
    cell: ({ total, products }) => (
      <>
        <strong className="tabular-nums">{formatPrice(Math.round(total))}</strong>
        <span className="block whitespace-nowrap text-soft">{productCount(products)}</span>
      </>
    ),
  },
  {
    header: 'Estado del pedido',
    cell: (order) => (
      <div className="grid gap-1">
        {mode === 'administrator' ? (
          <StatusSelect order={order} />
        ) : (
          <Badge tone={statuses[order.status].tone}>{statuses[order.status].name}</Badge>
        )}
        <PrescriptionState order={order} />
      </div>
    ),
  },
  {
    header: 'Comprobante de pago',
    cell: ({ payment }) =>
      payment ? <Badge tone="green">Enviado</Badge> : <Badge tone="red">Pendiente</Badge>,
  },
  { header: 'Opciones', bare: true, cell: (order) => <OrderOptions mode={mode} order={order} open={open} /> },
]
