import { useSearchParams } from 'react-router'
import { LISTING } from './load-listing.ts'

type Change = Record<string, string | number>

/**
 * Changes the URL that a list lives in: an empty value leaves it. Whatever changes but the page itself begins on the first
 * page. A search replaces the entry, so that Back leads out of it and not letter by letter.
 */
export function useListingUrl(names = LISTING) {
  const [, setParams] = useSearchParams()
  return (change: Change) =>
    setParams(
      (params) => {
        params.delete(names.page)
        for (const [name, value] of Object.entries(change)) {
          if (value === '' || value === 1) params.delete(name)
          else params.set(name, String(value))
        }
        return params
      },
      { replace: names.search in change, preventScrollReset: true },
    )
}
