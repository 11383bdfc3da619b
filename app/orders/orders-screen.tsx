import { useCallback, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { Badge } from '../ui/badge.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { ListFailure } from '../ui/list-failure.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import type { OrderList } from './load-orders.ts'
import { type OpenedModal, OrderModal } from './order-modal.tsx'
import { type Mode, OrderOptions } from './order-options.tsx'
import { statuses } from './order-status.ts'
import { StatusSelect } from './status-select.tsx'

type Props = { mode: Mode; list?: OrderList; filters?: React.ReactNode }

/** The orders screen for both its uses. `list` undefined draws the loading state; `filters` stand beside the title. */
export function OrdersScreen({ mode, list, filters }: Props) {
  const [opened, setOpened] = useState<OpenedModal | null>(null)
  const close = useCallback(() => setOpened(null), [])
  const [, setParams] = useSearchParams()
  const going = useNavigation().state === 'loading'
  const Title = mode === 'customer' ? 'h2' : 'h1'

  function go(change: { buscar?: string; pagina?: number }) {
    setParams(
      (params) => {
        // Another search begins on its first page.
        if (change.buscar !== undefined) params.delete('pagina')
        for (const [name, value] of Object.entries(change)) {
          if (value) params.set(name, String(value))
          else params.delete(name)
        }
        return params
      },
      { replace: change.buscar !== undefined, preventScrollReset: true },
    )
  }

  return (
    <div className={`transition-opacity ${going && list ? 'opacity-60' : ''}`}>
      <DataTable
        label="Pedidos"
        columns={columnsOf(mode, setOpened)}
        rows={list?.rows}
        rowKey={(order) => order._id}
        empty={list?.failure ? <ListFailure text={list.failure} /> : 'No se han registrado pedidos recientes'}
        toolbar={
          <>
            <Title className={mode === 'customer' ? 'text-lg' : 'text-xl'}>Pedidos</Title>
            {filters}
            <SearchBox
              label="Buscar pedido..."
              value={list?.search ?? ''}
              onSearch={(buscar) => go({ buscar })}
              className="w-full sm:w-72"
            />
          </>
        }
        page={list?.page}
        pages={list?.pages}
        onPage={(pagina) => go({ pagina })}
      />
      <OrderModal opened={opened} onClose={close} />
    </div>
  )
}

const columnsOf = (mode: Mode, open: (modal: OpenedModal) => void): Column<Order>[] => [
  { header: 'N° pedido', cell: (order) => <strong className="tabular-nums">{order.nro_delivery}</strong> },
  { header: 'Nombres', cell: (order) => `${order.name} ${order.lastName}`, className: 'md:max-w-52' },
  { header: 'Dirección', cell: (order) => `${order.address}, ${order.city}`, className: 'md:max-w-60' },
  {
    header: 'Estado del pedido',
    cell: (order) =>
      mode === 'administrator' ? (
        <StatusSelect order={order} />
      ) : (
        <Badge tone={statuses[order.status].tone}>{statuses[order.status].name}</Badge>
      ),
  },
  {
    header: 'Comprobante de pago',
    cell: ({ payment }) =>
      payment ? <Badge tone="green">Enviado</Badge> : <Badge tone="red">Pendiente</Badge>,
  },
  { header: 'Opciones', bare: true, cell: (order) => <OrderOptions mode={mode} order={order} open={open} /> },
]
