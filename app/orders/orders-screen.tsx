import { useCallback, useEffect, useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import type { List, Listing } from '../listing/listing.ts'
import { ListingTable } from '../listing/listing-table.tsx'
import type { Columns, TableBreakpoint } from '../ui/data-table.tsx'
import { UNFOCUSED } from '../ui/focus-back.ts'
import type { OpenedModal } from './opened-modal.ts'
import { OrderModal } from './order-modal.tsx'
import type { StaffParts } from './staff-parts.ts'

/** The orders screen, a customer's or with `staff`. `listing` undefined draws the loading state. */
export function OrdersScreen({
  list,
  listing,
  columnsOf,
  tableFrom,
  card,
  staff,
  below,
  children,
}: {
  list?: List
  listing: Listing<Order> | undefined
  columnsOf: (open: (modal: OpenedModal) => void) => Columns<Order>
  tableFrom: TableBreakpoint
  /** Classes of a row as a card. */
  card?: string
  staff?: StaffParts
  below?: React.ReactNode
  /** The list's title, chips and search box. */
  children: React.ReactNode
}) {
  const [opened, setOpened] = useState<OpenedModal | null>(null)
  const close = useCallback(
    () => setOpened((now) => (now?.fromDetails ? { kind: 'details', order: now.order } : null)),
    [],
  )
  useFocusOnOrder(opened?.order._id, listing?.rows)
  // The list may have loaded again since the modal was opened.
  const order = opened && (listing?.rows.find(({ _id }) => _id === opened.order._id) ?? opened.order)
  const current = opened && order && { ...opened, order }
  return (
    <>
      <ListingTable
        title="Pedidos"
        list={list}
        listing={listing}
        columns={columnsOf(setOpened)}
        empty="No se han registrado pedidos recientes"
        below={below}
        onRow={(order) => setOpened({ kind: 'details', order })}
        tableFrom={tableFrom}
        card={card}
      >
        {children}
      </ListingTable>
      <OrderModal
        opened={current}
        rows={listing?.rows ?? []}
        open={setOpened}
        onClose={close}
        onChanged={(order) => setOpened((now) => (now?.order._id === order._id ? { ...now, order } : now))}
        staff={staff}
      />
    </>
  )
}

/**
 * Moves the focus to an order's number after its modal has closed, if the button that opened the modal is gone, as after an
 * upload: at once, or when the new rows arrive.
 */
function useFocusOnOrder(id: string | undefined, rows: readonly Order[] | undefined) {
  const last = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows may have removed the button.
  useEffect(() => {
    if (id) last.current = id
    else if (last.current && document.activeElement?.matches(UNFOCUSED)) {
      document.querySelector<HTMLElement>(`[data-order="${last.current}"]`)?.focus()
      last.current = undefined
    }
  }, [id, rows])
}
