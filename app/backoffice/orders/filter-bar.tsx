import { use } from 'react'
import { FilterChips, FilterChoice, MoreFilters } from '../../listing/filters.tsx'
import { useList } from '../../listing/listing.ts'
import { DayRange } from './day-range.tsx'
import { asDate, ORDERS, TODAY } from './order-filters.ts'
import { HasDeliveryOptions } from './shipment.tsx'

const { status, proof, prescription, paid, shipment, sort } = ORDERS.params

const useHasDeliveryOptions = () => {
  const { filters } = useList(ORDERS)
  return use(HasDeliveryOptions) || filters.shipment !== undefined
}

/** The most frequent filters. */
export function OrderChips() {
  const hasDeliveryOptions = useHasDeliveryOptions()
  return (
    <FilterChips
      label="Qué pedidos"
      list={ORDERS}
      chips={[
        { name: 'Todos', set: {} },
        { name: 'De hoy', set: { from: TODAY, to: TODAY } },
        { name: 'Pendientes', set: { status: 'pending' } },
        { name: 'Por revisar', set: { proof: 'unchecked' } },
        { name: 'Sin comprobante', set: { proof: 'missing' } },
        { name: 'Falta la receta', set: { prescription: 'missing' } },
        { name: 'Receta por revisar', set: { prescription: 'unreviewed' } },
        { name: 'Por retener', set: { prescription: 'to-retain' } },
        ...(hasDeliveryOptions
          ? ([
              { name: 'Listos', set: { shipment: 'ready' } },
              { name: 'Despachados', set: { shipment: 'sent' } },
            ] as const)
          : []),
      ]}
    />
  )
}

/** All filters and the order of the list. */
export function OrderFilters() {
  const { filters, set } = useList(ORDERS)
  const hasDeliveryOptions = useHasDeliveryOptions()
  const width = 'sm:w-[11.5rem]'
  return (
    <MoreFilters name="Más filtros y orden" beside set={Object.values(filters).filter(Boolean).length}>
      <FilterChoice
        name="Estado"
        all="Todos los estados"
        value={filters.status}
        options={status.options}
        onChange={(status) => set({ status })}
        className={width}
      />
      <FilterChoice
        name="Comprobante"
        all="Todo comprobante"
        value={filters.proof}
        options={proof.options}
        onChange={(proof) => set({ proof })}
        className={width}
      />
      <FilterChoice
        name="Receta"
        all="Con y sin receta"
        value={filters.prescription}
        options={prescription.options}
        onChange={(prescription) => set({ prescription })}
        className={width}
      />
      <FilterChoice
        name="Pago"
        all="Con y sin pago"
        value={filters.paid}
        options={paid.options}
        onChange={(paid) => set({ paid })}
        className={width}
      />
      {hasDeliveryOptions && (
        <FilterChoice
          name="Entrega"
          all="Toda entrega"
          value={filters.shipment}
          options={shipment.options}
          onChange={(shipment) => set({ shipment })}
          className={width}
        />
      )}
      <FilterChoice
        name="Orden"
        all="Más nuevos"
        value={filters.sort}
        options={sort.options}
        onChange={(sort) => set({ sort })}
        className={width}
      />
      <DayRange from={asDate(filters.from)} to={asDate(filters.to)} onChange={set} />
    </MoreFilters>
  )
}
