import { useCallback, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { ListingTable } from '../listing/listing-table.tsx'
import type { Listing } from '../listing/load-listing.ts'
import { Badge } from '../ui/badge.tsx'
import type { Column } from '../ui/data-table.tsx'
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
  // A modal that stays open after a change shows the order as the list has it now.
  const listed = list?.rows.find(({ _id }) => _id === opened?.order._id)
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
      />
      <OrderModal opened={opened && { ...opened, order: listed ?? opened.order }} onClose={close} />
    </>
  )
}

const columnsOf = (mode: Mode, open: (modal: OpenedModal) => void): Column<Order>[] => [
  { header: 'N° pedido', cell: (order) => <strong className="tabular-nums">{order.nro_delivery}</strong> },
  { header: 'Nombres', cell: (order) => `${order.name} ${order.lastName}`, className: 'md:max-w-52' },
  { header: 'Dirección', cell: (order) => `${order.address}, ${order.city}`, className: 'md:max-w-60' },
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
