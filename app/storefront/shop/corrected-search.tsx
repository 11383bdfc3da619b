import { Link } from 'react-router'
import { searchNote, type Understood } from './search-note.ts'
import { type ShopState, shopUrl } from './shop-url.ts'

/** Tells which corrected words were searched, with a link that searches the typed words, and which brand or words were replaced or left out. */
export function CorrectedSearch({
  pathname,
  state,
  list,
}: {
  pathname: string
  state: ShopState
  list: Understood
}) {
  if (!state.search) return null
  const note = searchNote(list)
  return (
    <>
      {list.corrected && !list.brand && (
        <p className="mb-2 [overflow-wrap:anywhere]">
          Mostrando resultados de <strong>{list.corrected}</strong>;{' '}
          <Link
            to={shopUrl(pathname, { ...state, exact: true, page: 1 })}
            className="rounded font-semibold text-brand underline"
          >
            buscar {state.search}
          </Link>
        </p>
      )}
      {note && <p className="mb-2 [overflow-wrap:anywhere]">{note}</p>}
    </>
  )
}
