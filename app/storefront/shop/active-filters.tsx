import { Link } from 'react-router'
import { Icon } from '../../ui/icons.tsx'
import { formatPrice } from '../../ui/price.tsx'
import { SWITCHES } from './shop-filters.ts'
import { EMPTY, type ShopState, shopUrl, toggled } from './shop-url.ts'

/** The chosen filters and the search, with the change that removes each. */
function removals(state: ShopState): { name: string; change: Partial<ShopState> }[] {
  const { categories, brands, search, switches, minPrice, maxPrice } = state
  return [
    ...(search ? [{ name: `“${search}”`, change: { search: '' } }] : []),
    ...categories.map((name) => ({ name, change: { categories: toggled(categories, name) } })),
    ...brands.map((name) => ({ name, change: { brands: toggled(brands, name) } })),
    ...switches.map((name) => ({
      name: SWITCHES[name].label,
      change: { switches: toggled(switches, name) },
    })),
    ...(minPrice === null ? [] : [{ name: `Desde ${formatPrice(minPrice)}`, change: { minPrice: null } }]),
    ...(maxPrice === null ? [] : [{ name: `Hasta ${formatPrice(maxPrice)}`, change: { maxPrice: null } }]),
  ]
}

/** The number of chosen filters, without the search. */
export const filterCount = (state: ShopState) => removals({ ...state, search: '' }).length

/** The chosen filters and the search, as links that remove them. */
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
          className="inline-flex min-h-9 items-center rounded-lg px-2 font-semibold text-brand text-sm underline"
        >
          Limpiar filtros
        </Link>
      </li>
    </ul>
  )
}
