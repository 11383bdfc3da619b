import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { ALL_ORDERS } from '#contract/cart.ts'
import { requireRole } from '../guard.ts'
import { loadOrders } from '../orders/load-orders.ts'
import { OrdersScreen } from '../orders/orders-screen.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta: MetaFunction = () => [{ title: pageTitle('Pedidos') }]

/** The orders screen over everybody's orders (spec §2). */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  return loadOrders(ALL_ORDERS, request)
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <OrdersScreen mode="administrator" />
}

export default function Deliveries() {
  return <OrdersScreen mode="administrator" list={useLoaderData<typeof clientLoader>()} />
}
