import { FilterChips } from '../../listing/filter-chips.tsx'
import { FilterChoice } from '../../listing/filter-choice.tsx'
import { useListingUrl } from '../../listing/listing-url.ts'
import { LISTING } from '../../listing/load-listing.ts'
import { MoreFilters } from '../../listing/more-filters.tsx'
import { useDayFilter } from '../day-filter.ts'
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

/** The filters and the order of the list, both kept in the URL. */
export function FilterBar({ filters = NO_FILTERS }: { filters: OrderFilters | undefined }) {
  const go = useListingUrl()
  const { estado, comprobante, receta, orden } = filters
  const [from, to] = [asDate(filters.desde), asDate(filters.hasta)]
  const width = 'sm:w-[11.5rem]'
  return (
    <>
      <Chips filters={filters} />
      <MoreFilters name="Más filtros y orden" set={Object.values(filters).filter(Boolean).length}>
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
          all="Más nuevos"
          value={orden}
          options={SORTS}
          onChange={(orden) => go({ orden })}
          className={width}
        />
        <div className="flex gap-3 max-sm:contents">
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
      </MoreFilters>
    </>
  )
}

const Day = ({ name, value, onChange }: { name: string; value: string; onChange: (day: string) => void }) => (
  <label className="flex min-w-0 items-center gap-2 max-sm:grid max-sm:gap-1">
    <span className="text-sm text-soft">{name}</span>
    <input {...useDayFilter(value, onChange)} max={today()} className="control min-w-0 sm:w-[10rem]" />
  </label>
)

/** Chips that replace the filters and keep search, order and page size. */
function Chips({ filters: { orden, ...current } }: { filters: OrderFilters }) {
  const { orden: _, ...none } = NO_FILTERS
  const chips = CHIPS.map(({ name, filters }) => {
    const set: Record<string, string> = { ...none, ...filters }
    const isCurrent = Object.entries(current).every(([name, value]) => set[name] === value)
    return { name, current: isCurrent, set: { ...set, [LISTING.page]: '' } }
  })
  return <FilterChips label="Qué pedidos" chips={chips} />
}
