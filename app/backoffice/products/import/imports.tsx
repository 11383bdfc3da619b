import { type ClientLoaderFunctionArgs, href, type MetaFunction } from 'react-router'
import type { Import } from '#contract/import-report.ts'
import { formatWhole } from '#domain/price.ts'
import { browserApi } from '../../../api/client.ts'
import { FROM_LIST } from '../../../listing/back-link.tsx'
import { FilterChoice } from '../../../listing/filters.tsx'
import { defineList, type Listing, loadListing, useList } from '../../../listing/listing.ts'
import { ListingHead, ListingSearch, ListingTable } from '../../../listing/listing-table.tsx'
import { choice } from '../../../listing/url-state.ts'
import { orderMoment } from '../../../orders/order-date.ts'
import { pageTitle } from '../../../pages/page-title.ts'
import { LinkButton } from '../../../ui/button.tsx'
import type { Columns } from '../../../ui/data-table.tsx'
import { IMPORT_STATES, SOURCES, StateBadge } from './import-facts.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Importaciones') }]

const IMPORTS = defineList({ filters: { state: choice('estado', IMPORT_STATES) } })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return loadListing(request, (query) => browserApi.listImports({ query, signal: request.signal }), IMPORTS)
}

export const HydrateFallback = Screen
export default Screen

/** The imports of product workbooks, newest first. */
function Screen({ loaderData: listing }: { loaderData?: Listing<Import> }) {
  const { filters, set } = useList(IMPORTS)
  return (
    <ListingTable
      title="Importaciones"
      list={IMPORTS}
      listing={listing}
      columns={columns}
      empty="No se han registrado importaciones"
      tableFrom="wide"
    >
      <ListingHead>
        <LinkButton
          to={href('/dashboard/products')}
          look="secondary"
          icon="box"
          className="max-sm:col-span-full"
        >
          Ver productos
        </LinkButton>
      </ListingHead>
      <ListingSearch label="Buscar importación...">
        <FilterChoice
          name="Estado"
          all="Todos los estados"
          value={filters.state}
          options={IMPORT_STATES}
          onChange={(state) => set({ state })}
          className="max-sm:w-full sm:w-52"
        />
      </ListingSearch>
    </ListingTable>
  )
}

const columns: Columns<Import> = {
  file: {
    header: 'Archivo',
    bare: true,
    cell: ({ fileName }) => <span className="wrap-anywhere font-semibold">{fileName}</span>,
    className: 'as-table:w-1/4',
  },
  sent: {
    header: 'Enviada',
    cell: ({ actor, source, createdAt }) => (
      <>
        <span className="wrap-anywhere block">{SOURCES[source] ?? actor}</span>
        <time dateTime={createdAt} className="whitespace-nowrap text-soft tabular-nums">
          {orderMoment(createdAt)}
        </time>
      </>
    ),
  },
  created: { header: 'Nuevos', align: 'end', cell: ({ created }) => formatWhole(created) },
  updated: { header: 'Cambiados', align: 'end', cell: ({ updated }) => formatWhole(updated) },
  unchanged: { header: 'Sin cambios', align: 'end', cell: ({ unchanged }) => formatWhole(unchanged) },
  refused: { header: 'Rechazadas', align: 'end', cell: ({ refused }) => formatWhole(refused) },
  status: { header: 'Estado', cell: ({ state }) => <StateBadge state={state} /> },
  actions: {
    header: 'Acciones',
    bare: true,
    cell: ({ _id, fileName, state, createdAt }) => (
      <LinkButton
        to={href('/dashboard/products/imports/:id', { id: _id })}
        state={FROM_LIST}
        look="secondary"
        small
        icon="eye"
      >
        {state === 'preview' ? 'Revisar' : 'Ver'}
        <span className="sr-only">
          {' '}
          {fileName} del {orderMoment(createdAt)}
        </span>
      </LinkButton>
    ),
  },
}
