import { useCallback, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { ListingTable } from '../listing/listing-table.tsx'
import type { Listing } from '../listing/load-listing.ts'
import type { OpenedModal } from './opened-modal.ts'
import { cardsOf, staffColumnsOf } from './order-columns.tsx'
import { type Mode, OrderModal } from './order-modal.tsx'
import type { StaffParts } from './staff-parts.ts'

type Props = { mode: Mode; list?: Listing<Order>; staff?: StaffParts }

/** The orders screen (docs/product.md#orders-screen). `list` undefined draws the loading state. */
export function OrdersScreen({ mode, list, staff }: Props) {
  const [opened, setOpened] = useState<OpenedModal | null>(null)
  const close = useCallback(
    () => setOpened((now) => (now?.fromDetails ? { kind: 'details', order: now.order } : null)),
    [],
  )
  // The list may have loaded again since the modal was opened.
  const order = opened && (list?.rows.find(({ _id }) => _id === opened.order._id) ?? opened.order)
  const current = opened && order && { ...opened, order }
  return (
    <div className={mode === 'customer' ? CARDS : 'contents'}>
      <ListingTable
        title="Pedidos"
        level={mode === 'customer' ? 'h2' : 'h1'}
        search="Buscar pedido..."
        listing={list}
        columns={
          mode === 'customer'
            ? cardsOf(setOpened)
            : [...(staff ? [staff.column] : []), ...staffColumnsOf(list?.rows, setOpened)]
        }
        rowKey={(order) => order._id}
        empty="No se han registrado pedidos recientes"
        filters={staff?.filters}
        actions={staff?.actions}
        bar={staff?.bar}
        onRow={(order) => setOpened({ kind: 'details', order })}
        compact={!staff}
        tableFrom={mode === 'customer' ? 'never' : 'wide'}
      />
      <OrderModal
        mode={mode}
        opened={current}
        rows={list?.rows ?? []}
        open={setOpened}
        onClose={close}
        onChanged={(order) => setOpened((now) => (now?.order._id === order._id ? { ...now, order } : now))}
        staff={staff}
      />
    </div>
  )
}

/** The number beside the status; two cards in a row where there is room. */
const CARDS =
  '[&_tbody]:grid-cols-[repeat(auto-fill,minmax(min(23rem,100%),1fr))]! [&_tbody>tr]:grid-cols-[minmax(0,1fr)_auto]'
