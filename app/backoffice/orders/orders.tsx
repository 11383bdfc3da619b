import { use } from 'react'
import { type ClientLoaderFunctionArgs, href, type MetaFunction } from 'react-router'
import { ALL_ORDERS } from '#contract/orders.ts'
import { browserApi } from '../../api/client.ts'
import { FROM_LIST } from '../../listing/back-link.tsx'
import { chosenColumn, useChosenRows } from '../../listing/chosen-rows.tsx'
import { FilterChips, FilterChoice, MoreFilters } from '../../listing/filters.tsx'
import { loadListing, useList } from '../../listing/listing.ts'
import { ListingSearch, ListingSearchBox, ListingTitle } from '../../listing/listing-table.tsx'
import { OrdersScreen } from '../../orders/orders-screen.tsx'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { LinkButton } from '../../ui/button.tsx'
import { DayRange } from '../day-filter.tsx'
import { DownloadDays } from '../download-days.tsx'
import { ChosenOrders } from './chosen-orders.tsx'
import { ORDER_CARD, orderColumns } from './order-columns.tsx'
import { asDate, ORDERS, TODAY } from './order-filters.ts'
import { STAFF_MODALS } from './order-modals.tsx'
import { HasDeliveryOptions } from './shipment.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Pedidos') }]

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { signal } = request
  const listing = loadListing(
    request,
    ({ from, to, ...query }) =>
      browserApi.listOrders({
        params: { id: ALL_ORDERS },
        query: { ...query, from: asDate(from), to: asDate(to) },
        signal,
      }),
    ORDERS,
  )
  const [list, hasDeliveryOptions] = await Promise.all([listing, hasAnyDeliveryOption(signal)])
  return { list, hasDeliveryOptions }
}

/** Whether the pharmacy has delivery options. False after a failed call: then the `delivery` of the listed orders decides. */
async function hasAnyDeliveryOption(signal: AbortSignal): Promise<boolean> {
  try {
    const { pickups, zones } = (await browserApi.listDeliveryOptions({ signal })).data
    return pickups.length + zones.length > 0
  } catch {
    return false
  }
}

export const HydrateFallback = Screen
export default Screen

function Screen({ loaderData }: ScreenProps<typeof clientLoader>) {
  const { list, hasDeliveryOptions = false } = loaderData ?? {}
  const chosen = useChosenRows(list?.rows)
  return (
    <HasDeliveryOptions
      value={hasDeliveryOptions || (list?.rows.some(({ delivery }) => delivery !== null) ?? false)}
    >
      <OrdersScreen
        list={ORDERS}
        listing={list}
        columnsOf={(open) => ({
          chosen: { ...chosenColumn(chosen, ({ nro_delivery }) => `el pedido ${nro_delivery}`), bare: true },
          ...orderColumns(list?.rows, open),
        })}
        tableFrom="wide"
        card={ORDER_CARD}
        modals={STAFF_MODALS}
        below={<ChosenOrders chosen={chosen} />}
      >
        <div inert={!list} className="flex w-full flex-wrap items-center gap-x-3 gap-y-2">
          <ListingTitle level="h1" />
          <ListingSearchBox label="Buscar pedido..." className="min-w-44 flex-1 max-sm:order-2 sm:max-w-72" />
          <OrderFilters />
          <div className="ml-auto flex gap-2 max-sm:order-1">
            <LinkButton
              to={href('/dashboard/deliveries/pending')}
              state={FROM_LIST}
              look="secondary"
              small
              icon="print"
              className={ICON_ON_PHONES}
              title="Imprimir pendientes"
            >
              <span>Imprimir pendientes</span>
            </LinkButton>
            <DownloadDays
              name="Descargar pedidos"
              note="Una fila por cada producto de cada pedido. El total del pedido va solo en su primera fila, para que la columna se pueda sumar."
              load={(query) => browserApi.exportOrders({ query })}
              fileName="pedidos"
              small
              className={ICON_ON_PHONES}
            />
          </div>
        </div>
        <ListingSearch>
          <OrderChips />
        </ListingSearch>
      </OrdersScreen>
    </HasDeliveryOptions>
  )
}

const ICON_ON_PHONES = 'max-sm:size-9 max-sm:p-0 max-sm:[&>span]:sr-only'

const useHasDeliveryOptions = () => {
  const { filters } = useList(ORDERS)
  return use(HasDeliveryOptions) || filters.shipment !== undefined
}

function OrderChips() {
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

function OrderFilters() {
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
