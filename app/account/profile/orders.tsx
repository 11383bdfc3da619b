import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { browserApi } from '../../api/client.ts'
import { type Listing, loadListing } from '../../listing/listing.ts'
import { ListingSearchBox, ListingTitle } from '../../listing/listing-table.tsx'
import { OrdersScreen } from '../../orders/orders-screen.tsx'
import { pageTitle } from '../../pages/page-title.ts'
import { requireRole } from '../require-role.ts'
import { orderCards } from './order-cards.tsx'
import { CUSTOMER_MODALS } from './order-modals.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Mis pedidos') }]

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { userId } = requireRole(['Cliente'])
  const { signal } = request
  return loadListing(request, (query) => browserApi.listOrders({ params: { id: userId }, query, signal }))
}

export const HydrateFallback = CustomerOrders
export default CustomerOrders

/** A customer's own orders. */
function CustomerOrders({ loaderData: listing }: { loaderData?: Listing<Order> }) {
  return (
    <div className={CARDS}>
      <OrdersScreen listing={listing} columnsOf={orderCards} modals={CUSTOMER_MODALS} tableFrom="never">
        <ListingTitle level="h2" />
        <ListingSearchBox label="Buscar pedido..." className="w-full sm:w-72" />
      </OrdersScreen>
    </div>
  )
}

/** Classes of the cards: the number stands beside the status, and cards stand side by side where there is room. */
const CARDS =
  '[&_tbody]:grid-cols-[repeat(auto-fill,minmax(min(23rem,100%),1fr))]! [&_tbody>tr]:grid-cols-[minmax(0,1fr)_auto]'
