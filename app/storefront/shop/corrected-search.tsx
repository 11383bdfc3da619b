import { Link } from 'react-router'
import { type ShopState, shopUrl } from './shop-url.ts'

/** Tells which corrected words were searched, with a link that searches the typed words. */
export function CorrectedSearch({
  pathname,
  state,
  corrected,
}: {
  pathname: string
  state: ShopState
  corrected: string | undefined
}) {
  if (!corrected || !state.search) return null
  return (
    <p className="mb-2 [overflow-wrap:anywhere]">
      Mostrando resultados de <strong>{corrected}</strong>;{' '}
      <Link
        to={shopUrl(pathname, { ...state, exact: true, page: 1 })}
        className="rounded font-semibold text-brand underline"
      >
        buscar {state.search}
      </Link>
    </p>
  )
}
