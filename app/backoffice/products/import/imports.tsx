import { type ClientLoaderFunctionArgs, href, type MetaFunction } from 'react-router'
import type { Import } from '#contract/import-report.ts'
import { requireRole } from '../../../account/require-role.ts'
import { browserApi } from '../../../api/client.ts'
import { FilterChoice } from '../../../listing/filter-choice.tsx'
import { FROM_LIST } from '../../../listing/last-list.ts'
import { ListingTable } from '../../../listing/listing-table.tsx'
import { useChosenParams, useListingUrl } from '../../../listing/listing-url.ts'
import { type Listing, loadListing } from '../../../listing/load-listing.ts'
import { knownWord } from '../../../listing/screen-url.ts'
import { pageTitle } from '../../../pages/page-title.ts'
import { LinkButton } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { timestamp } from '../../store-time.ts'
import { IMPORT_STATES, SOURCES, StateBadge } from './import-facts.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Importaciones') }]

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  const word = stateIn(new URL(request.url).searchParams)
  const state = word ? IMPORT_STATES[word].state : undefined
  return loadListing(request, (query) =>
    browserApi.listImports({ query: { ...query, state }, signal: request.signal }),
  )
}
clientLoader.hydrate = true as const

export const HydrateFallback = Screen
export default Screen

/** The imports of product workbooks, newest first (docs/product.md#imports-screen). */
function Screen({ loaderData: listing }: { loaderData?: Listing<Import> }) {
  return (
    <ListingTable
      title="Importaciones"
      search="Buscar importación..."
      listing={listing}
      columns={columns}
      rowKey={({ _id }) => _id}
      empty="No se han registrado importaciones"
      tableFrom="wide"
      filters={<StateFilter shown={listing !== undefined} />}
      actions={
        <LinkButton
          to={href('/dashboard/products')}
          look="secondary"
          icon="box"
          className="max-sm:col-span-full"
        >
          Ver productos
        </LinkButton>
      }
    />
  )
}

/** The state that the URL asks for; empty for all. */
const stateIn = (params: URLSearchParams) => knownWord(IMPORT_STATES, params.get('estado'))

/** `shown`: whether the list is there. The server renders the screen without its parameters, and hydration has to give the same. */
function StateFilter({ shown }: { shown: boolean }) {
  const go = useListingUrl()
  const params = useChosenParams()
  return (
    <FilterChoice
      name="Estado"
      all="Todos los estados"
      value={shown ? stateIn(params) : ''}
      options={IMPORT_STATES}
      onChange={(estado) => go({ estado })}
      className="max-sm:w-full sm:w-52"
    />
  )
}

const count = (number: number) => number.toLocaleString('es-CL')

const columns: Column<Import>[] = [
  {
    header: 'Archivo',
    bare: true,
    cell: ({ fileName }) => <span className="wrap-anywhere font-semibold">{fileName}</span>,
    className: 'as-table:w-1/4',
  },
  {
    header: 'Enviada',
    cell: ({ actor, source, createdAt }) => (
      <>
        <span className="wrap-anywhere block">{SOURCES[source] ?? actor}</span>
        <time dateTime={createdAt} className="whitespace-nowrap text-soft tabular-nums">
          {timestamp(createdAt)}
        </time>
      </>
    ),
  },
  { header: 'Nuevos', align: 'end', cell: ({ created }) => count(created) },
  { header: 'Cambiados', align: 'end', cell: ({ updated }) => count(updated) },
  { header: 'Sin cambios', align: 'end', cell: ({ unchanged }) => count(unchanged) },
  { header: 'Rechazadas', align: 'end', cell: ({ refused }) => count(refused) },
  { header: 'Estado', cell: ({ state }) => <StateBadge state={state} /> },
  {
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
          {fileName} del {timestamp(createdAt)}
        </span>
      </LinkButton>
    ),
  },
]
