import { Link } from 'react-router'
import { keepTogether } from '#domain/keep-together.ts'
import { counted } from '#domain/price.ts'
import { Icon } from '../../ui/icons.tsx'
import { formatPrice } from '../../ui/price.tsx'
import {
  EMPTY,
  ORDERS,
  orderOf,
  SHOP,
  type ShopOrder,
  type ShopState,
  SWITCHES,
  searchNote,
  shopUrl,
  toggled,
  type Understood,
} from './shop-url.ts'

/** The chosen filters and the search, with the change that removes each. */
function removals(state: ShopState): { name: string; change: Partial<ShopState> }[] {
  const { categories, brands, search, switches, minPrice, maxPrice } = state
  return [
    search !== '' && { name: `“${search}”`, change: { search: '' } },
    ...categories.map((name) => ({ name, change: { categories: toggled(categories, name) } })),
    ...brands.map((name) => ({ name, change: { brands: toggled(brands, name) } })),
    ...switches.map((name) => ({
      name: SWITCHES[name].name,
      change: { switches: toggled(switches, name) },
    })),
    minPrice !== undefined && { name: `Desde ${formatPrice(minPrice)}`, change: { minPrice: undefined } },
    maxPrice !== undefined && { name: `Hasta ${formatPrice(maxPrice)}`, change: { maxPrice: undefined } },
  ].filter((removal) => removal !== false)
}

export const filterCount = (state: ShopState) => removals({ ...state, search: '' }).length

export function ActiveFilters({ pathname, state }: { pathname: string; state: ShopState }) {
  const chosen = removals(state)
  if (chosen.length === 0) return null
  return (
    <ul aria-label="Filtros activos" className="mb-4 flex flex-wrap items-center gap-2">
      {chosen.map(({ name, change }) => (
        <li key={name}>
          <Link
            preventScrollReset
            to={shopUrl(pathname, { ...state, page: 1, ...change })}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-mint-deep py-1 pr-2.5 pl-3.5 font-semibold text-brand-deep text-sm hover:bg-mint"
          >
            <span className="sr-only">Quitar filtro </span>
            {name}
            <Icon name="close" className="size-4" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          preventScrollReset
          to={shopUrl(pathname, { ...EMPTY, order: state.order })}
          className="link inline-flex min-h-9 items-center px-2 text-sm"
        >
          Limpiar filtros
        </Link>
      </li>
    </ul>
  )
}

/**
 * Tells which corrected words were searched, with a link that searches the typed words, and which brand or words were replaced or
 * left out.
 */
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
          <Link to={shopUrl(pathname, { ...state, exact: true, page: 1 })} className="link">
            buscar {state.search}
          </Link>
        </p>
      )}
      {note && <p className="mb-2 [overflow-wrap:anywhere]">{note}</p>}
    </>
  )
}

/** The select "Ordenar por". `form` is the id of the form that is sent before hydration. */
export function OrderSelect({
  state,
  form,
  onChoose,
}: {
  state: ShopState
  form: string
  onChoose: (order: ShopOrder) => void
}) {
  const order = orderOf(state)
  return (
    <label className="flex items-center gap-2 text-sm text-soft">
      <span className="whitespace-nowrap">Ordenar por</span>
      <select
        name="orden"
        form={form}
        value={ORDERS[order].word}
        onChange={(event) => {
          const chosen = SHOP.order.read(event.target.value)
          if (chosen) onChoose(chosen)
        }}
        className="control min-w-0 pr-1 text-base text-ink"
      >
        {(Object.keys(ORDERS) as ShopOrder[])
          .filter((name) => name !== 'relevance' || state.search)
          .map((name) => (
            <option key={name} value={ORDERS[name].word}>
              {ORDERS[name].name}
            </option>
          ))}
      </select>
    </label>
  )
}

/** The number of products in words: `1 producto`, `1.250 productos`. */
export const productCount = (count: number) => keepTogether(counted(count, 'producto', 'productos'))
