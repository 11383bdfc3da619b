import { useEffect, useMemo, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigation, useSearchParams } from 'react-router'
import { LISTING } from './load-listing.ts'
import { changedParams } from './screen-url.ts'

/**
 * The screen's search parameters as they were last chosen: while a list loads, those of the list that is coming. A filter shows
 * them, so that it has the new choice at once.
 */
export function useChosenParams(): URLSearchParams {
  const { pathname, search } = useLocation()
  const next = useNavigation().location
  const chosen = next?.pathname === pathname ? next.search : search
  return useMemo(() => new URLSearchParams(chosen), [chosen])
}

/**
 * Changes parameters in the URL; an empty value removes its parameter. A change keeps choices whose list still loads, and does
 * nothing while another screen loads: the followed link wins.
 */
export function useUrlChange() {
  const [, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const next = useNavigation().location
  const leaving = next !== undefined && next.pathname !== pathname
  const chosen = useChosenParams()
  // The parameters that were last chosen; null while another screen loads.
  const wanted = useRef<URLSearchParams | null>(null)
  useEffect(() => {
    wanted.current = leaving ? null : chosen
  }, [leaving, chosen])
  return (change: Readonly<Record<string, string>>, options?: Pick<NavigateOptions, 'replace'>) => {
    if (!wanted.current) return
    wanted.current = changedParams(wanted.current, change)
    setParams(wanted.current, { ...options, preventScrollReset: true })
  }
}

/**
 * Changes a list's parameters. Another search or filter starts on the first page. A search replaces the history entry, so that
 * Back leaves the search at once, not letter by letter.
 */
export function useListingUrl(names = LISTING) {
  const changeUrl = useUrlChange()
  return (change: Readonly<Record<string, string | number>>) => {
    const { [names.page]: page = 1, ...rest } = change
    const texts = Object.entries(rest).map(([name, value]) => [name, String(value)])
    changeUrl(
      { ...Object.fromEntries(texts), [names.page]: page === 1 ? '' : String(page) },
      { replace: names.search in change },
    )
  }
}

/**
 * Whether the URL narrows a list by a search or filters, and a function that removes them. Beside a second list only the
 * search and the named filters are this list's own.
 */
export function useNarrowed(names = LISTING) {
  const changeUrl = useUrlChange()
  const own = (name: string) =>
    names === LISTING
      ? name !== names.page && name !== names.size && name !== names.order
      : [names.search, ...(names.filters ?? [])].includes(name)
  const narrowing = [...useChosenParams().keys()].filter(own)
  return {
    narrowed: narrowing.length > 0,
    clear: () => changeUrl(Object.fromEntries([...narrowing, names.page].map((name) => [name, '']))),
  }
}
