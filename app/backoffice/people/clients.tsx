import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { FormRequest } from '#contract/requests.ts'
import type { User } from '#contract/users.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { DownloadButton } from '../../forms/download-button.tsx'
import { FilterChips } from '../../listing/filter-chips.tsx'
import { ListingTable, useFailureDialog } from '../../listing/listing-table.tsx'
import { useChosenParams } from '../../listing/listing-url.ts'
import { type Listing, type ListingNames, loadListing } from '../../listing/load-listing.ts'
import { pageTitle } from '../../pages/page-title.ts'
import type { Column } from '../../ui/data-table.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { RequestsTable } from './requests/requests-table.tsx'
import { asksForUnanswered, REQUEST_FILTER, UNANSWERED } from './requests/requests-url.ts'
import { RoleSelect } from './role-select.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Clientes') }]

const REQUESTS: ListingNames = {
  ...{ search: 'solicitud', page: 'pagina-solicitudes', size: 'filas-solicitudes' },
  filters: [REQUEST_FILTER],
}
const CLIENTS: ListingNames = { search: 'cliente', page: 'pagina-clientes', size: 'filas-clientes' }

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  const { signal } = request
  const unanswered = asksForUnanswered(new URL(request.url).searchParams)
  const answered = unanswered ? false : undefined
  const [requests, clients] = await Promise.all([
    loadListing(
      request,
      (query) => browserApi.listRequests({ query: { ...query, answered }, signal }),
      REQUESTS,
    ),
    loadListing(request, (query) => browserApi.listClients({ query, signal }), CLIENTS),
  ])
  return { requests, clients }
}
clientLoader.hydrate = true as const

export const HydrateFallback = Screen
export default Screen

/** The clients screen (docs/product.md#clients-screen): form requests and customers. */
function Screen({
  loaderData: { requests, clients } = {},
}: {
  loaderData?: { requests?: Listing<FormRequest>; clients?: Listing<User> }
}) {
  useFailureDialog(requests, clients)
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl">Clientes</h1>
        <DownloadButton
          load={() => browserApi.exportUsers()}
          fileName={() => 'usersData.xlsx'}
          className="max-sm:w-full"
        >
          Descargar formularios y Clientes
        </DownloadButton>
      </div>
      <div className="grid items-start gap-10 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] xl:gap-8">
        <RequestsTable listing={requests} names={REQUESTS} filter={<RequestFilter />} />
        <ListingTable
          title="Clientes Recientes"
          level="h2"
          search="Buscar usuario..."
          listing={clients}
          names={CLIENTS}
          columns={columns}
          rowKey={({ _id }) => _id}
          empty="No se han registrado clientes recientes"
          tableFrom="slim"
        />
      </div>
    </>
  )
}

/** All requests, or the unanswered ones. The search stays. */
function RequestFilter() {
  const current = asksForUnanswered(useChosenParams()) ? UNANSWERED : ''
  const chipOf = (name: string, value: string) => ({
    ...{ name, current: value === current },
    set: { [REQUEST_FILTER]: value, [REQUESTS.page]: '' },
  })
  return (
    <FilterChips label="Qué solicitudes" chips={[chipOf('Todas', ''), chipOf('Sin responder', UNANSWERED)]} />
  )
}

const columns: Column<User>[] = [
  {
    header: 'Nombres y Apellidos',
    bare: true,
    cell: ({ name, lastname, email }) => (
      <>
        <span className="font-semibold">
          {name} {lastname}
        </span>
        <span className="block text-soft wrap-anywhere">
          <EmailText email={email} />
        </span>
      </>
    ),
  },
  { header: 'Rol', cell: (user) => <RoleSelect user={user} />, className: 'as-table:w-44' },
]
