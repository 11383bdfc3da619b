import { FilterChips } from '../../listing/filter-chips.tsx'
import { FilterChoice } from '../../listing/filter-choice.tsx'
import { useListingUrl } from '../../listing/listing-url.ts'
import { LISTING } from '../../listing/load-listing.ts'
import { MoreFilters } from '../../listing/more-filters.tsx'
import { DayRange } from './day-range.tsx'
import {
  asDate,
  CHIPS,
  NO_FILTERS,
  type OrderFilters,
  PAYMENTS,
  PRESCRIPTIONS,
  PROOFS,
  SORTS,
  STATUSES,
} from './order-filters.ts'

/** The filters and the order of the list, both kept in the URL. */
export function FilterBar({ filters = NO_FILTERS }: { filters: OrderFilters | undefined }) {
  const go = useListingUrl()
  const { estado, comprobante, receta, pago, orden } = filters
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
          name="Pago"
          all="Con y sin pago"
          value={pago}
          options={PAYMENTS}
          onChange={(pago) => go({ pago })}
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
        <DayRange from={from} to={to} onChange={go} />
      </MoreFilters>
    </>
  )
}

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
