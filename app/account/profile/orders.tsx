import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { Order } from '#contract/orders.ts'
import type { Listing } from '../../listing/load-listing.ts'
import { loadOrders } from '../../orders/load-orders.ts'
import { OrdersScreen } from '../../orders/orders-screen.tsx'
import { pageTitle } from '../../pages/page-title.ts'
import { requireRole } from '../require-role.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Mis pedidos') }]

/** The orders screen in customer mode (docs/product.md#orders-screen). */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { userId } = requireRole(['Cliente'])
  return loadOrders(userId, request)
}
clientLoader.hydrate = true as const

export const HydrateFallback = CustomerOrders
export default CustomerOrders

function CustomerOrders({ loaderData }: { loaderData?: Listing<Order> }) {
  return <OrdersScreen mode="customer" list={loaderData} />
}
