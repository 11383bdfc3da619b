import { useState } from 'react'
import { type ClientLoaderFunctionArgs, href, type MetaFunction } from 'react-router'
import { ALL_ORDERS, type Order } from '#contract/orders.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { FROM_LIST } from '../../listing/back-link.tsx'
import { chosenColumn, useChosenRows } from '../../listing/chosen-rows.tsx'
import { type Listing, loadListing } from '../../listing/listing.ts'
import { ListingSearch, ListingSearchBox, ListingTitle } from '../../listing/listing-table.tsx'
import { areShortcutsOn } from '../../listing/preferences.ts'
import { OrdersScreen } from '../../orders/orders-screen.tsx'
import { pageTitle } from '../../pages/page-title.ts'
import { IconButton, LinkButton } from '../../ui/button.tsx'
import { DownloadDays } from '../download-days.tsx'
import { isInField, NEXT_KEY, PREVIOUS_KEY, useKeyPress } from '../shortcut-keys.ts'
import { ChosenOrders } from './chosen-orders.tsx'
import { OrderChips, OrderFilters } from './filter-bar.tsx'
import { OrderActions } from './order-actions.tsx'
import { ORDER_CARD, orderColumns } from './order-columns.tsx'
import { asDate, ORDERS } from './order-filters.ts'
import { OrderLots } from './order-lots.tsx'
import { PrescriptionReview } from './prescription-review.tsx'
import { ProofCheck } from './proof-check.tsx'
import { HasDeliveryOptions, SendOrder } from './shipment.tsx'
import { StaffNote } from './staff-note.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Pedidos') }]

/** All orders, for an Administrador. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  const { signal } = request
  const listing = loadListing(
    request,
    ({ from, to, ...query }) =>
      browserApi.listOrders({
        params: { id: ALL_ORDERS },
        query: { ...query, from: asDate(from), to: asDate(to) },
        signal,
      }),
    ORDERS,
  )
  const [list, hasDeliveryOptions] = await Promise.all([listing, hasAnyDeliveryOption(signal)])
  return { list, hasDeliveryOptions }
}

/** Whether the pharmacy has delivery options. False after a failed call: then the `delivery` of the listed orders decides. */
async function hasAnyDeliveryOption(signal: AbortSignal): Promise<boolean> {
  try {
    const { pickups, zones } = (await browserApi.listDeliveryOptions({ signal })).data
    return pickups.length + zones.length > 0
  } catch {
    return false
  }
}
clientLoader.hydrate = true as const

export const HydrateFallback = Screen
export default Screen

function Screen({
  loaderData: { list, hasDeliveryOptions = false } = {},
}: {
  loaderData?: { list?: Listing<Order>; hasDeliveryOptions?: boolean }
}) {
  const chosen = useChosenRows(list?.rows)
  return (
    <HasDeliveryOptions
      value={hasDeliveryOptions || (list?.rows.some(({ delivery }) => delivery !== null) ?? false)}
    >
      <OrdersScreen
        list={ORDERS}
        listing={list}
        columnsOf={(open) => ({
          chosen: { ...chosenColumn(chosen, ({ nro_delivery }) => `el pedido ${nro_delivery}`), bare: true },
          ...orderColumns(list?.rows, open),
        })}
        tableFrom="wide"
        card={ORDER_CARD}
        staff={{
          ProofCheck,
          PrescriptionReview,
          OrderActions,
          OrderLots,
          StaffNote,
          SendOrder,
          OrderStepper,
        }}
        below={<ChosenOrders chosen={chosen} />}
      >
        <div inert={!list} className="flex w-full flex-wrap items-center gap-x-3 gap-y-2">
          <ListingTitle level="h1" />
          <ListingSearchBox label="Buscar pedido..." className="min-w-44 flex-1 max-sm:order-2 sm:max-w-72" />
          <OrderFilters />
          <div className="ml-auto flex gap-2 max-sm:order-1">
            <LinkButton
              to={href('/dashboard/deliveries/pending')}
              state={FROM_LIST}
              look="secondary"
              small
              icon="print"
              className={ICON_ON_PHONES}
              title="Imprimir pendientes"
            >
              <span>Imprimir pendientes</span>
            </LinkButton>
            <DownloadOrders />
          </div>
        </div>
        <ListingSearch>
          <OrderChips />
        </ListingSearch>
      </OrdersScreen>
    </HasDeliveryOptions>
  )
}

const ICON_ON_PHONES = 'max-sm:size-9 max-sm:p-0 max-sm:[&>span]:sr-only'

/** The button 'Descargar pedidos' and its modal, which asks for the days. */
const DownloadOrders = () => (
  <DownloadDays
    name="Descargar pedidos"
    note="Una fila por cada producto de cada pedido. El total del pedido va solo en su primera fila, para que la columna se pueda sumar."
    load={(query) => browserApi.exportOrders({ query })}
    fileName="pedidos"
    small
    className={ICON_ON_PHONES}
  />
)

type Props = { order: Order; rows: readonly Order[]; onOpen: (order: Order) => void }

/** 'Anterior' and 'Siguiente' through the orders of the list's page, also by the keys k and j. */
function OrderStepper({ order, rows, onOpen }: Props) {
  const index = rows.findIndex(({ _id }) => _id === order._id)
  const [place, setPlace] = useState(index)
  if (index >= 0 && index !== place) setPlace(index)
  // An order that has left the list keeps its place between its neighbours.
  const gone = index < 0 && place >= 0
  const previous = rows[place - 1]
  const next = gone ? rows[place] : rows[place + 1]
  useKeyPress(({ key, ctrlKey, metaKey, altKey, target, defaultPrevented }) => {
    if (defaultPrevented || ctrlKey || metaKey || altKey || isInField(target) || !areShortcutsOn()) return
    // A dialog above the order's details gets the keys first.
    if (document.querySelectorAll('dialog[open]').length > 1) return
    const order = { [PREVIOUS_KEY]: previous, [NEXT_KEY]: next }[key]
    if (order) onOpen(order)
  })
  const to = (target: Order | undefined) => ({
    'aria-disabled': !target,
    onClick: () => target && onOpen(target),
    className: 'aria-disabled:cursor-not-allowed aria-disabled:text-soft aria-disabled:opacity-50',
  })
  return (
    <>
      <p role="status" className="mr-1 whitespace-nowrap text-sm text-soft tabular-nums max-sm:sr-only">
        <span className="sr-only">Pedido {order.nro_delivery}, </span>
        {!gone && index >= 0 && `${index + 1} de ${rows.length}`}
      </p>
      <IconButton icon="chevron-up" label="Pedido anterior" {...to(previous)} />
      <IconButton icon="chevron-down" label="Pedido siguiente" {...to(next)} />
    </>
  )
}
