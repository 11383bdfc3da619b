import { type ClientLoaderFunctionArgs, href, type MetaFunction } from 'react-router'
import { ALL_ORDERS, type Order } from '#contract/orders.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { chosenColumn } from '../../listing/chosen-column.tsx'
import { useChosenRows } from '../../listing/chosen-rows.ts'
import { FROM_LIST } from '../../listing/last-list.ts'
import { useChosenParams } from '../../listing/listing-url.ts'
import { type Listing, loadListing } from '../../listing/load-listing.ts'
import { OrdersScreen } from '../../orders/orders-screen.tsx'
import { pageTitle } from '../../pages/page-title.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ChosenOrders } from './chosen-orders.tsx'
import { DownloadOrders } from './download-orders.tsx'
import { FilterBar } from './filter-bar.tsx'
import { OrderActions } from './order-actions.tsx'
import { readOrderFilters } from './order-filters.ts'
import { OrderWalk } from './order-walk.tsx'
import { PrescriptionReview } from './prescription-review.tsx'
import { ProofCheck } from './proof-check.tsx'
import { StaffNote } from './staff-note.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Pedidos') }]

/** All orders, for an Administrador (docs/product.md#orders-screen). */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  const { query } = readOrderFilters(new URL(request.url).searchParams)
  const { signal } = request
  const list = await loadListing(request, (page) =>
    browserApi.listOrders({ params: { id: ALL_ORDERS }, query: { ...page, ...query }, signal }),
  )
  return { list }
}
clientLoader.hydrate = true as const

export const HydrateFallback = Screen
export default Screen

function Screen({ loaderData: { list } = {} }: { loaderData?: { list?: Listing<Order> } }) {
  const chosen = useChosenRows(list?.rows)
  const { filters } = readOrderFilters(useChosenParams())
  return (
    <OrdersScreen
      mode="administrator"
      list={list}
      staff={{
        ProofCheck,
        PrescriptionReview,
        OrderActions,
        StaffNote,
        OrderWalk,
        column: chosenColumn(chosen, ({ nro_delivery }) => `el pedido ${nro_delivery}`),
        filters: <FilterBar filters={list && filters} />,
        actions: (
          <>
            <LinkButton
              to={href('/dashboard/deliveries/pending')}
              state={FROM_LIST}
              look="secondary"
              icon="print"
            >
              Imprimir pendientes
            </LinkButton>
            <DownloadOrders />
          </>
        ),
        bar: <ChosenOrders chosen={chosen} />,
      }}
    />
  )
}
