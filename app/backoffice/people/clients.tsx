import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { FormRequest } from '#contract/requests.ts'
import type { User } from '#contract/users.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { DownloadButton } from '../../forms/download-button.tsx'
import { defineList, type Listing, loadListing } from '../../listing/listing.ts'
import { ListingHead, ListingSearch, ListingTable, useFailureDialog } from '../../listing/listing-table.tsx'
import { pageTitle } from '../../pages/page-title.ts'
import type { Columns } from '../../ui/data-table.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { RequestsTable } from './requests/requests-table.tsx'
import { REQUESTS } from './requests/requests-url.ts'
import { RoleSelect } from './role-select.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Clientes') }]

const CLIENTS = defineList({
  names: { search: 'cliente', page: 'pagina-clientes', size: 'filas-clientes' },
})

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  const { signal } = request
  const [requests, clients] = await Promise.all([
    loadListing(request, (query) => browserApi.listRequests({ query, signal }), REQUESTS),
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
        <RequestsTable listing={requests} />
        <ListingTable
          title="Clientes Recientes"
          list={CLIENTS}
          listing={clients}
          columns={columns}
          empty="No se han registrado clientes recientes"
          tableFrom="slim"
        >
          <ListingHead level="h2" />
          <ListingSearch label="Buscar usuario..." />
        </ListingTable>
      </div>
    </>
  )
}

const columns: Columns<User> = {
  name: {
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
  role: { header: 'Rol', cell: (user) => <RoleSelect user={user} />, className: 'as-table:w-44' },
}
