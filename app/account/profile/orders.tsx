import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
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

export function HydrateFallback() {
  return <OrdersScreen mode="customer" />
}

export default function CustomerOrders() {
  return <OrdersScreen mode="customer" list={useLoaderData<typeof clientLoader>()} />
}
