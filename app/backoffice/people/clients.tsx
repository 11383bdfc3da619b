import { type ClientLoaderFunctionArgs, Link, type MetaFunction } from 'react-router'
import type { ListedClient } from '#contract/users.ts'
import { fullRut } from '#domain/rut.ts'
import { browserApi } from '../../api/client.ts'
import { DownloadButton } from '../../forms/download-button.tsx'
import { defineList, loadListing } from '../../listing/listing.ts'
import { ListingHead, ListingSearch, ListingTable, useFailureDialog } from '../../listing/listing-table.tsx'
import { shortMoment } from '../../orders/order-date.ts'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import type { Columns } from '../../ui/data-table.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { ORDERS } from '../orders/order-filters.ts'
import { RequestsTable } from './requests/requests-table.tsx'
import { REQUESTS } from './requests/requests-url.ts'
import { RoleSelect } from './roles.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Clientes') }]

const CLIENTS = defineList({
  names: { search: 'cliente', page: 'pagina-clientes', size: 'filas-clientes' },
})

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { signal } = request
  const [requests, clients] = await Promise.all([
    loadListing(request, (query) => browserApi.listRequests({ query, signal }), REQUESTS),
    loadListing(request, (query) => browserApi.listClients({ query, signal }), CLIENTS),
  ])
  return { requests, clients }
}

export const HydrateFallback = Screen
export default Screen

function Screen({ loaderData }: ScreenProps<typeof clientLoader>) {
  const { requests, clients } = loaderData ?? {}
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
      <nav aria-label="Listas de la página" className="mb-6 flex gap-2">
        <a href={`#${REQUESTS_ID}`} className={JUMP}>
          Solicitudes
        </a>
        <a href={`#${CLIENTS_ID}`} className={JUMP}>
          Clientes
        </a>
      </nav>
      <div className="grid gap-10">
        <div id={REQUESTS_ID} className="scroll-mt-20 lg:scroll-mt-4">
          <RequestsTable listing={requests} />
        </div>
        <div id={CLIENTS_ID} className="scroll-mt-20 lg:scroll-mt-4">
          <ListingTable
            title="Clientes Recientes"
            list={CLIENTS}
            listing={clients}
            columns={columns}
            empty="No se han registrado clientes recientes"
            tableFrom="wide"
          >
            <ListingHead level="h2" />
            <ListingSearch label="Buscar usuario..." />
          </ListingTable>
        </div>
      </div>
    </>
  )
}

const [REQUESTS_ID, CLIENTS_ID] = ['solicitudes', 'clientes']
const JUMP =
  'inline-flex min-h-9 items-center rounded-full border border-line bg-paper px-4 font-semibold text-sm hover:border-brand'

const columns: Columns<ListedClient> = {
  name: {
    header: 'Nombres y Apellidos',
    bare: true,
    cell: ({ name, lastname }) => (
      <span className="font-semibold">
        {name} {lastname}
      </span>
    ),
  },
  email: {
    header: 'Correo',
    cell: ({ email }) => <EmailText email={email} />,
    cut: 'compact:as-table:max-w-52',
    className: 'wrap-anywhere',
  },
  rut: {
    header: 'RUT',
    cell: ({ rut }) => (rut ? fullRut(rut) : '—'),
    className: 'tabular-nums as-table:whitespace-nowrap',
  },
  phone: {
    header: 'Teléfono',
    cell: ({ phone, cellphone }) => cellphone || phone || '—',
    className: 'tabular-nums as-table:whitespace-nowrap',
  },
  orders: {
    header: 'Pedidos',
    align: 'end',
    cell: ({ name, lastname, orders }) =>
      orders > 0 ? (
        <Link
          to={ORDERS.url({ search: `${name} ${lastname}` })}
          className="link inline-flex min-h-6 items-center"
        >
          {orders}
          <span className="sr-only">
            {' '}
            de {name} {lastname}
          </span>
        </Link>
      ) : (
        0
      ),
  },
  last: {
    header: 'Última compra',
    cell: ({ lastOrder }) => (lastOrder ? <time dateTime={lastOrder}>{shortMoment(lastOrder)}</time> : '—'),
    className: 'tabular-nums as-table:whitespace-nowrap',
  },
  role: {
    header: 'Rol',
    cell: (user) => <RoleSelect user={user} />,
    className: 'as-table:w-44 compact:as-table:w-36',
  },
}
