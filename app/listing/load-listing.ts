import { redirect } from 'react-router'
import { refusalOf } from '../backoffice/server-failure.ts'

/** Rows on a page of every table of the back office (spec §9). */
const PAGE_SIZE = 10

/** One page of a list as its screen shows it. */
export type Listing<Row> = {
  rows: Row[]
  total: number
  page: number
  pages: number
  search: string
  /** Why the list isn't there. */
  failure: string | null
}

/** Which parameters of the URL a list lives in; a screen with two lists names the second one's. */
export type ListingNames = { search: string; page: string }
export const LISTING: ListingNames = { search: 'buscar', page: 'pagina' }

type Query = { page: number; pageSize: number; search: string }

/**
 * The page of a list that the URL names. A page past the last leads to the last.
 *
 * @param read the call, for the page asked for
 */
export async function loadListing<Row>(
  { url }: Request,
  read: (query: Query) => Promise<{ data: Row[]; total: number }>,
  names = LISTING,
): Promise<Listing<Row>> {
  const address = new URL(url)
  const search = (address.searchParams.get(names.search) ?? '').trim().slice(0, 100)
  const asked = Math.floor(Number(address.searchParams.get(names.page)))
  const page = asked >= 1 && asked <= 1_000_000 ? asked : 1
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
