import type { Order } from '#contract/orders.ts'
import { browserApi } from '../api/client.ts'
import { type Listing, loadListing } from '../listing/load-listing.ts'

/** The page of a user's orders that the URL names (`?buscar=…&pagina=2`). */
export function loadOrders(userId: string, request: Request): Promise<Listing<Order>> {
  const { signal } = request
  return loadListing(request, (query) => browserApi.listOrders({ params: { id: userId }, query, signal }))
}
