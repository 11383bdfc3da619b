import { redirect } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { ApiError, browserApi } from '../api.ts'

/** Orders on a page (spec §9). */
const PAGE_SIZE = 10

export type OrderList = {
  rows: Order[]
  page: number
  pages: number
  search: string
  /** Why the list isn't there; the screen says it beside the table and opens no dialog (spec §8). */
  failure: string | null
}

/**
 * The page of orders that the URL names (`?buscar=…&pagina=2`). A page past the last leads to the last.
 *
 * @param owner a user's id, or ALL_ORDERS for administrators
 * @param filter which of them
 */
export async function loadOrders(
  owner: string,
  { url, signal }: Request,
  filter: { day?: string; proof?: 'missing' } = {},
): Promise<OrderList> {
  const address = new URL(url)
  const search = (address.searchParams.get('buscar') ?? '').trim().slice(0, 100)
  const page = Math.max(1, Math.floor(Number(address.searchParams.get('pagina')) || 1))
  try {
    const query = { page, pageSize: PAGE_SIZE, search, ...filter }
    const { data, total } = await browserApi.listDeliveries({ params: { id: owner }, query, signal })
    const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
    if (page > pages) {
      address.searchParams.set('pagina', String(pages))
      throw redirect(address.pathname + address.search)
    }
    return { rows: data, page, pages, search, failure: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { rows: [], page, pages: 1, search, failure: error.message }
  }
}
