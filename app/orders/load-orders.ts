import type { Order } from '#contract/orders.ts'
import { browserApi } from '../api.ts'
import { type Listing, loadListing } from '../listing/load-listing.ts'

/**
 * The page of orders that the URL names (`?buscar=…&pagina=2`).
 *
 * @param owner a user's id, or ALL_ORDERS for an Administrador
 */
export function loadOrders(
  owner: string,
  request: Request,
  filter: { day?: string; proof?: 'missing' } = {},
): Promise<Listing<Order>> {
  const { signal } = request
  return loadListing(request, (query) =>
    browserApi.listOrders({ params: { id: owner }, query: { ...query, ...filter }, signal }),
  )
}
