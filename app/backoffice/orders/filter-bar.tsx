import { use } from 'react'
import { FilterChips, FilterChoice, MoreFilters } from '../../listing/filters.tsx'
import { useList } from '../../listing/listing.ts'
import { DayRange } from '../day-filter.tsx'
import { asDate, ORDERS, TODAY } from './order-filters.ts'
import { HasDeliveryOptions } from './shipment.tsx'

const useHasDeliveryOptions = () => {
  const { filters } = useList(ORDERS)
  return use(HasDeliveryOptions) || filters.shipment !== undefined
}

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

/** The dropdowns: the parameter, its name, and the first option, which doesn't filter. */
const DROPDOWNS = [
  ['status', 'Estado', 'Todos los estados'],
  ['proof', 'Comprobante', 'Todo comprobante'],
  ['prescription', 'Receta', 'Con y sin receta'],
  ['paid', 'Pago', 'Con y sin pago'],
  ['shipment', 'Entrega', 'Toda entrega'],
  ['sort', 'Orden', 'Más nuevos'],
] as const

export function OrderFilters() {
  const { filters, set } = useList(ORDERS)
  const hasDeliveryOptions = useHasDeliveryOptions()
  return (
    <MoreFilters name="Más filtros y orden" beside set={Object.values(filters).filter(Boolean).length}>
      {DROPDOWNS.filter(([key]) => key !== 'shipment' || hasDeliveryOptions).map(([key, name, all]) => (
        <FilterChoice<string>
          key={key}
          name={name}
          all={all}
          value={filters[key]}
          options={ORDERS.params[key].options}
          onChange={(value) => set({ [key]: value } as typeof filters)}
          className="sm:w-[11.5rem]"
        />
      ))}
      <DayRange from={asDate(filters.from)} to={asDate(filters.to)} onChange={set} />
    </MoreFilters>
  )
}
