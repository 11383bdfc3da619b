import { href, redirect } from 'react-router'
import { DEFAULT_PAGE_SIZE, isPageSize, type PageSize } from '#domain/page-size.ts'
import { refusalOf } from '../api/server-failure.ts'
import { loadPreferences, rememberedPageSize } from './preferences.ts'

/** Pages beyond this can't exist; a larger number in the URL is ignored. */
const MAX_PAGE = 1_000_000

/** The rows of a list's current page, with what its screen shows around them. */
export type Listing<Row> = {
  rows: Row[]
  total: number
  /** Whether the search found more rows than `total`; rows beyond it are on no page. */
  more?: true
  page: number
  pages: number
  pageSize: PageSize
  search: string
  /** Why the list could not be loaded; null when it was. */
  failure: string | null
}

/** The list's parameters in the URL. A screen with two lists gives each its own, with the names of its filters. */
export type ListingNames = {
  search: string
  page: string
  size: string
  /** The order, which narrows nothing. */
  order?: string
  filters?: readonly string[]
}
export const LISTING: ListingNames = { search: 'buscar', page: 'pagina', size: 'filas', order: 'orden' }

/** The key of a list's settings: its screen, and its search where the screen has two lists. */
export const listKey = (pathname: string, names: ListingNames) =>
  names === LISTING ? pathname : `${pathname}#${names.search}`

/** The search that the URL asks for. */
export const searchIn = (params: URLSearchParams, names: ListingNames) =>
  (params.get(names.search) ?? '').trim().slice(0, 100)

/** The page that the URL asks for. */
export function pageIn(params: URLSearchParams, names: ListingNames): number {
  const asked = Math.floor(Number(params.get(names.page)))
  return asked >= 1 && asked <= MAX_PAGE ? asked : 1
}

/** The rows per page that the URL asks for. */
export function pageSizeIn(params: URLSearchParams, names: ListingNames): PageSize | null {
  const asked = Number(params.get(names.size))
  return isPageSize(asked) ? asked : null
}

/** The rows per page that the URL asks for, or that the person chose last, or ten. Customers' lists always have ten. */
async function readPageSize({ pathname, searchParams }: URL, names: ListingNames): Promise<PageSize> {
  if (!pathname.startsWith(href('/dashboard'))) return DEFAULT_PAGE_SIZE
  const asked = pageSizeIn(searchParams, names)
  if (asked) return asked
  await loadPreferences()
  const remembered = rememberedPageSize(listKey(pathname, names))
  return remembered !== null && isPageSize(remembered) ? remembered : DEFAULT_PAGE_SIZE
}

type Query = { page: number; pageSize: number; search: string }

/**
 * Loads the page of a list that the URL names. A page past the last redirects to the last.
 *
 * @param read calls the server for that page
 */
export async function loadListing<Row>(
  { url }: Request,
  read: (query: Query) => Promise<{ data: Row[]; total: number; more?: true }>,
  names = LISTING,
): Promise<Listing<Row>> {
  const address = new URL(url)
  const search = searchIn(address.searchParams, names)
  const page = pageIn(address.searchParams, names)
  const pageSize = await readPageSize(address, names)
  try {
    const { data, total, more } = await read({ page, pageSize, search })
    const pages = Math.max(1, Math.ceil(total / pageSize))
    if (page > pages) {
      address.searchParams.set(names.page, String(pages))
      throw redirect(address.pathname + address.search)
    }
    return { rows: data, total, more, page, pages, pageSize, search, failure: null }
  } catch (error) {
    if (error instanceof Response) throw error
    const { message } = await refusalOf(error)
    return { rows: [], total: 0, page, pages: 1, pageSize, search, failure: message }
  }
}
