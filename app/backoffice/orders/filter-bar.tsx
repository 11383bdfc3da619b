import { Link, useSearchParams } from 'react-router'
import { FilterChoice } from '../../listing/filter-choice.tsx'
import { useListingUrl } from '../../listing/listing-url.ts'
import { LISTING } from '../../listing/load-listing.ts'
import { today } from '../store-time.ts'
import {
  asDate,
  CHIPS,
  NO_FILTERS,
  type OrderFilters,
  PRESCRIPTIONS,
  PROOFS,
  SORTS,
  STATUSES,
} from './order-filters.ts'

/** The filters and the order of the list, which are in the URL. */
export function FilterBar({ filters = NO_FILTERS }: { filters: OrderFilters | undefined }) {
  const go = useListingUrl()
  const { estado, comprobante, receta, orden } = filters
  const [from, to] = [asDate(filters.desde), asDate(filters.hasta)]
  const width = 'sm:w-[11.5rem]'
  return (
    <div className="grid min-w-0 grow gap-3">
      <Chips filters={filters} />
      <div className="flex flex-wrap items-end gap-3 max-sm:grid max-sm:grid-cols-2 large-type:max-sm:grid-cols-1">
        <FilterChoice
          name="Estado"
          all="Todos los estados"
          value={estado}
          options={STATUSES}
          onChange={(estado) => go({ estado })}
          className={width}
        />
        <FilterChoice
          name="Comprobante"
          all="Todo comprobante"
          value={comprobante}
          options={PROOFS}
          onChange={(comprobante) => go({ comprobante })}
          className={width}
        />
        <FilterChoice
          name="Receta"
          all="Con y sin receta"
          value={receta}
          options={PRESCRIPTIONS}
          onChange={(receta) => go({ receta })}
          className={width}
        />
        <FilterChoice
          name="Orden"
          all="Más nuevos primero"
          value={orden}
          options={SORTS}
          onChange={(orden) => go({ orden })}
          className={width}
        />
        <Day
          name="Desde"
          value={from}
          // A range that ends before it begins would be empty.
          onChange={(desde) => go({ desde, ...(to && desde > to ? { hasta: '' } : {}) })}
        />
        <Day
          name="Hasta"
          value={to}
          onChange={(hasta) => go({ hasta, ...(hasta && from > hasta ? { desde: '' } : {}) })}
        />
      </div>
    </div>
  )
}

const Day = ({ name, value, onChange }: { name: string; value: string; onChange: (day: string) => void }) => (
  <label className="flex min-w-0 items-center gap-2 max-sm:grid max-sm:gap-1">
    <span className="text-sm text-soft">{name}</span>
    <input
      type="date"
      value={value}
      min="2000-01-01"
      max={today()}
      onChange={(event) => onChange(event.target.value)}
      className="control min-w-0 sm:w-[10rem]"
    />
  </label>
)

/** A chip keeps search, order and page size, and replaces the filters. */
function Chips({ filters }: { filters: OrderFilters }) {
  const [params] = useSearchParams()
  const hrefOf = (chip: Partial<OrderFilters>) => {
    const next = new URLSearchParams(params)
    next.delete(LISTING.page)
    for (const name of Object.keys(NO_FILTERS)) if (name !== 'orden') next.delete(name)
    for (const [name, value] of Object.entries(chip)) next.set(name, value)
    return `?${next}`
  }
  const isCurrent = (chip: Partial<OrderFilters>) =>
    Object.entries({ ...NO_FILTERS, ...chip, orden: filters.orden }).every(
      ([name, value]) => filters[name as keyof OrderFilters] === value,
    )
  return (
    <nav aria-label="Qué pedidos">
      <ul className="flex flex-wrap gap-2">
        {CHIPS.map((chip) => (
          <li key={chip.name}>
            <Link
              to={hrefOf(chip.filters)}
              preventScrollReset
              aria-current={isCurrent(chip.filters) ? 'page' : undefined}
              className="inline-flex min-h-9 items-center rounded-full border border-line bg-paper px-4 font-semibold text-sm hover:border-brand aria-[current=page]:border-brand aria-[current=page]:bg-brand aria-[current=page]:text-on-fill"
            >
              {chip.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
