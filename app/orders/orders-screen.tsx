import { useCallback, useEffect, useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { browserApi } from '../api/client.ts'
import { FormModal } from '../forms/form-modal.tsx'
import type { List, Listing } from '../listing/listing.ts'
import { ListingTable } from '../listing/listing-table.tsx'
import type { Columns, TableBreakpoint } from '../ui/data-table.tsx'
import { UNFOCUSED } from '../ui/focus-back.ts'
import type { OpenedModal, OrderModals } from './opened-modal.ts'

/** The orders screen of a customer or of staff. `listing` undefined draws the loading state. */
export function OrdersScreen({
  list,
  listing,
  columnsOf,
  modals,
  tableFrom,
  card,
  below,
  children,
}: {
  list?: List
  listing: Listing<Order> | undefined
  columnsOf: (open: (modal: OpenedModal) => void) => Columns<Order>
  modals: OrderModals
  tableFrom: TableBreakpoint
  /** Classes of a row as a card. */
  card?: string
  below?: React.ReactNode
  children: React.ReactNode
}) {
  const [opened, setOpened] = useState<OpenedModal | null>(null)
  const close = useCallback(
    () => setOpened((now) => (now?.fromDetails ? { kind: 'details', order: now.order } : null)),
    [],
  )
  const id = opened?.order._id
  const rows = listing?.rows
  useFocusOnOrder(id, rows)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an order is loaded when the list has loaded without it.
  useEffect(() => {
    // An order whose change took it out of the filtered list is loaded by itself.
    if (!id || !rows || rows.some(({ _id }) => _id === id)) return
    const leaving = new AbortController()
    browserApi.getOrder({ params: { id }, signal: leaving.signal }).then(
      ({ data }) => setOpened((now) => (now?.order._id === id ? { ...now, order: data } : now)),
      () => undefined,
    )
    return () => leaving.abort()
  }, [rows])
  // The list may have loaded again since the modal was opened.
  const order = rows?.find(({ _id }) => _id === id) ?? opened?.order
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
      {/* Each kind of modal has its own dialog, which keeps its title and size while it fades out. */}
      {Object.entries(modals).map(([kind, { title, wide, Content, Tools }]) => {
        const props = opened?.kind === kind &&
          order && { order, decided: opened.decided, rows: rows ?? [], open: setOpened, onClose: close }
        return (
          <FormModal
            key={kind}
            open={opened?.kind === kind}
            onClose={close}
            title={title}
            wide={wide}
            tools={Tools && props && <Tools {...props} />}
          >
            {props && <Content key={props.order._id} {...props} />}
          </FormModal>
        )
      })}
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
