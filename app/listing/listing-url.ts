import { useEffect, useRef } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { LISTING } from './load-listing.ts'

type Change = Record<string, string | number>

/**
 * Changes the list's parameters in the URL; an empty value removes its parameter. Another search or filter starts on the
 * first page. A search replaces the history entry, so that Back leaves the search at once, not letter by letter.
 *
 * The search comes some time after the last letter: a filter that was chosen meanwhile stays, and so does a link that was followed.
 */
export function useListingUrl(names = LISTING) {
  const [, setParams] = useSearchParams()
  const location = useLocation()
  const next = useNavigation().location
  const leaving = next !== undefined && next.pathname !== location.pathname
  const { search } = next ?? location
  // The parameters that were last chosen; null while another screen loads.
  const wanted = useRef<URLSearchParams | null>(null)
  useEffect(() => {
    wanted.current = leaving ? null : new URLSearchParams(search)
  }, [leaving, search])
  return (change: Change) => {
    if (!wanted.current) return
    const params = new URLSearchParams(wanted.current)
    params.delete(names.page)
    for (const [name, value] of Object.entries(change)) {
      if (value === '' || value === 1) params.delete(name)
      else params.set(name, String(value))
    }
    wanted.current = params
    setParams(params, { replace: names.search in change, preventScrollReset: true })
  }
}

/**
 * Whether the URL narrows a list by a search or filters, and a function that removes them. Beside a second list only the
 * search and the named filters are this list's own.
 */
export function useNarrowed(names = LISTING) {
  const [params, setParams] = useSearchParams()
  const own = (name: string) =>
    names === LISTING
      ? name !== names.page && name !== names.size && name !== names.order
      : [names.search, ...(names.filters ?? [])].includes(name)
  const narrowing = [...params.keys()].filter(own)
  return {
    narrowed: narrowing.length > 0,
    clear: () =>
      setParams(
        (params) => {
          for (const name of [...narrowing, names.page]) params.delete(name)
          return params
        },
        { preventScrollReset: true },
      ),
  }
}
