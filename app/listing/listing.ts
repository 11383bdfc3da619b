import { useMemo } from 'react'
import { href, redirect, useLocation, useNavigation, useSearchParams } from 'react-router'
import { DEFAULT_PAGE_SIZE, isPageSize, OFFICE_PAGE_SIZE, type PageSize } from '#domain/page-size.ts'
import { refusalOf } from '../api/server-failure.ts'
import { useDestination } from '../browser/destination.ts'
import { useHydrated } from '../browser/external-store.ts'
import { loadPreferences, rememberedPageSize } from './preferences.ts'
import {
  type Param,
  type Params,
  page,
  readState,
  type State,
  search,
  urlOf,
  writeState,
} from './url-state.ts'

/** The rows of a list's current page, and the state that its screen shows around them. */
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

/** The URL parameters of every list: search, page, rows a page. A screen with two lists gives each list names of its own. */
const NAMES = { search: 'buscar', page: 'pagina', size: 'filas' }

type Range = { search: Param<string>; page: Param<number>; pageSize: Param<PageSize> }

const rangeOf = (names: typeof NAMES): Range => ({
  search: search(names.search),
  page: page(names.page),
  pageSize: {
    ...{ name: names.size, narrows: false, write: String },
    read: (text) => {
      const asked = Number(text)
      return isPageSize(asked) ? asked : undefined
    },
  },
})

/** A list's parameters in the URL, by their names in the list's call. */
export type List<Filters extends Params = Params> = {
  params: Range & Filters
  filters: Filters
  /** The URL with these parameters alone. */
  url(state: Partial<State<Range & Filters>>): string
  /** Whether people can save views of the list. Without views, {@link listKey} adds the name of the search parameter. */
  views: boolean
}

/**
 * Declares a list's URL once: links, loader, filters and chips derive from it.
 *
 * @param path its screen
 * @param filters its filters and its order, by their names in the list's call
 */
export function defineList<Filters extends Params = Record<never, never>>({
  path = '',
  names = NAMES,
  filters = {} as Filters,
  views = names === NAMES,
}: {
  path?: string
  names?: typeof NAMES
  filters?: Filters
  views?: boolean
} = {}): List<Filters> {
  const params = { ...rangeOf(names), ...filters }
  return { params, filters, url: (state) => urlOf(path, writeState(params, state)), views }
}

/** A list with a search and pages only. */
export const PLAIN = defineList()

/** The key of a list's settings: the path of its screen; for the second list of a screen also the name of its search parameter. */
export const listKey = (pathname: string, { params, views }: List) =>
  views ? pathname : `${pathname}#${params.search.name}`

/** The rows per page that the URL asks for, or that the person chose last, or 25. Customers' lists always have ten. */
async function pageSizeOf(pathname: string, asked: PageSize | undefined, list: List): Promise<PageSize> {
  if (!pathname.startsWith(href('/dashboard'))) return DEFAULT_PAGE_SIZE
  if (asked) return asked
  await loadPreferences()
  const remembered = rememberedPageSize(listKey(pathname, list))
  return remembered !== null && isPageSize(remembered) ? remembered : OFFICE_PAGE_SIZE
}

type Query<Filters extends Params> = State<Filters> & { page: number; pageSize: number; search: string }

/**
 * Loads the page of a list that the URL names. A page past the last redirects to the last.
 *
 * @param read calls the server for that page
 */
export async function loadListing<Row, Filters extends Params = Record<never, never>>(
  { url }: Request,
  read: (query: Query<Filters>) => Promise<{ data: Row[]; total: number; more?: true }>,
  list: List<Filters> = PLAIN as unknown as List<Filters>,
): Promise<Listing<Row>> {
  const { pathname, searchParams } = new URL(url)
  const state = readState(list.params, searchParams)
  const { search = '', page = 1, pageSize: asked } = state as State<Range>
  const pageSize = await pageSizeOf(pathname, asked, list)
  try {
    const { data, total, more } = await read({ ...state, page, pageSize, search })
    const pages = Math.max(1, Math.ceil(total / pageSize))
    if (page > pages)
      throw redirect(`${pathname}?${writeState<Range>(list.params, { page: pages }, searchParams)}`)
    return { rows: data, total, more, page, pages, pageSize, search, failure: null }
  } catch (error) {
    if (error instanceof Response) throw error
    const { message } = await refusalOf(error)
    return { rows: [], total: 0, page, pages: 1, pageSize, search, failure: message }
  }
}

const NONE = new URLSearchParams()

/**
 * The screen's search parameters as they were last chosen: while a list loads, those of the list to come, so that a filter shows
 * the new choice at once. None during hydration: the server renders private pages without their parameters.
 */
export function useChosenParams(): URLSearchParams {
  const { pathname, search } = useLocation()
  const next = useNavigation().location
  const chosen = next?.pathname === pathname ? next.search : search
  const params = useMemo(() => new URLSearchParams(chosen), [chosen])
  return useHydrated() ? params : NONE
}

/**
 * The state of a list in the URL, and functions that change it. Another search or filter starts on the first page. A change keeps
 * choices whose list still loads, and does nothing while another screen loads: the followed link wins.
 */
export function useList<Filters extends Params>(list: List<Filters>) {
  type Change = Partial<State<Range & Filters>>
  const [, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const destination = useDestination()
  const chosen = useChosenParams()

  const state = readState(list.params, chosen)
  const filters = readState(list.filters, chosen)
  const params = Object.entries<Param<unknown>>(list.params)
  const without = (some: typeof params) => Object.fromEntries(some.map(([key]) => [key, undefined])) as Change
  const start = without(params.filter(([, { place }]) => place))
  const change = (change: Change, url: URLSearchParams) =>
    writeState(list.params, { ...start, ...change }, url)
  const narrowing = params.filter(([, { narrows = true }]) => narrows)
  const set = (to: Change) => {
    const going = destination()
    if (going.pathname !== pathname) return
    // A search replaces the history entry, so that Back leaves the search at once, not letter by letter.
    const replace = Object.keys(to).join() === 'search'
    setParams(change(to, new URLSearchParams(going.search)), { replace, preventScrollReset: true })
  }
  return {
    state,
    filters,
    set,
    /** The address of a link that changes the state. */
    link: (to: Change) => `?${change(to, chosen)}`,
    /** Whether a search or a filter narrows the list. */
    narrowed: narrowing.some(([key]) => state[key] !== undefined),
    clear: () => set(without(narrowing)),
  }
}
