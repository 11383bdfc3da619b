import { redirect } from 'react-router'
import { refusalOf } from '../server-failure.ts'

/** Rows per page (docs/product.md#back-office). */
const PAGE_SIZE = 10

/** Pages beyond this can't exist; a larger number in the URL is ignored. */
const MAX_PAGE = 1_000_000

/** The rows of a list's current page, with what its screen shows around them. */
export type Listing<Row> = {
  rows: Row[]
  total: number
  page: number
  pages: number
  search: string
  /** Why the list could not be loaded; null when it was. */
  failure: string | null
}

/** The list's parameters in the URL. A screen with two lists gives each its own, with the names of its filters. */
export type ListingNames = { search: string; page: string; filters?: readonly string[] }
export const LISTING: ListingNames = { search: 'buscar', page: 'pagina' }

type Query = { page: number; pageSize: number; search: string }

/**
 * Loads the page of a list that the URL names. A page past the last redirects to the last.
 *
 * @param read calls the server for that page
 */
export async function loadListing<Row>(
  { url }: Request,
  read: (query: Query) => Promise<{ data: Row[]; total: number }>,
  names = LISTING,
): Promise<Listing<Row>> {
  const address = new URL(url)
  const search = (address.searchParams.get(names.search) ?? '').trim().slice(0, 100)
  const asked = Math.floor(Number(address.searchParams.get(names.page)))
  const page = asked >= 1 && asked <= MAX_PAGE ? asked : 1
  try {
    const { data, total } = await read({ page, pageSize: PAGE_SIZE, search })
    const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
    if (page > pages) {
      address.searchParams.set(names.page, String(pages))
      throw redirect(address.pathname + address.search)
    }
    return { rows: data, total, page, pages, search, failure: null }
  } catch (error) {
    if (error instanceof Response) throw error
    const { message } = await refusalOf(error)
    return { rows: [], total: 0, page, pages: 1, search, failure: message }
  }
}
