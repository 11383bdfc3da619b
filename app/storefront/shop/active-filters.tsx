import { Link } from 'react-router'
import { Icon } from '../../ui/icons.tsx'
import { EMPTY, type ShopState, shopUrl, toggled } from './shop-url.ts'

/** The chosen filters and the search, each a link that removes it. */
export function ActiveFilters({ pathname, state }: { pathname: string; state: ShopState }) {
  const { categories, brands, search } = state
  const without = [
    ...(search ? [{ name: `“${search}”`, change: { search: '' } }] : []),
    ...categories.map((name) => ({ name, change: { categories: toggled(categories, name) } })),
    ...brands.map((name) => ({ name, change: { brands: toggled(brands, name) } })),
  ]
  if (without.length === 0) return null
  return (
    <ul aria-label="Filtros activos" className="mb-4 flex flex-wrap items-center gap-2">
      {without.map(({ name, change }) => (
        <li key={name}>
          <Link
            to={shopUrl(pathname, { ...state, page: 1, ...change })}
            preventScrollReset
            className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-mint-deep py-1 pr-2.5 pl-3.5 font-semibold text-brand-deep text-sm hover:bg-leaf"
          >
            <span className="sr-only">Quitar filtro </span>
            {name}
            <Icon name="close" className="size-4" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={shopUrl(pathname, EMPTY)}
          preventScrollReset
          className="inline-flex min-h-9 items-center rounded-lg px-2 font-semibold text-brand text-sm underline"
        >
          Limpiar filtros
        </Link>
      </li>
    </ul>
  )
}
