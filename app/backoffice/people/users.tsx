import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { User } from '#contract/users.ts'
import { browserApi } from '../../api.ts'
import { ListingTable, useFailureDialog } from '../../listing/listing-table.tsx'
import { type Listing, loadListing } from '../../listing/load-listing.ts'
import { requireRole } from '../../require-role.ts'
import type { Column } from '../../ui/data-table.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { RoleSelect } from './role-select.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Usuarios') }]

/** All users except customers (docs/product.md#users-screen). */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  const { signal } = request
  return loadListing(request, (query) =>
    browserApi.listUsers({ query: { ...query, except: 'Cliente' }, signal }),
  )
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <Screen />
}

export default function Users() {
  const listing = useLoaderData<typeof clientLoader>()
  useFailureDialog(listing)
  return <Screen listing={listing} />
}

function Screen({ listing }: { listing?: Listing<User> }) {
  return (
    <ListingTable
      title="Usuarios Recientes"
      search="Buscar usuario..."
      listing={listing}
      columns={columns}
      rowKey={({ _id }) => _id}
      empty="No se han registrado solicitudes recientes"
    />
  )
}

const columns: Column<User>[] = [
  {
    header: 'Nombres y Apellidos',
    bare: true,
    cell: ({ name, lastname }) => (
      <span className="font-semibold">
        {name} {lastname}
      </span>
    ),
  },
  { header: 'Rol', cell: (user) => <RoleSelect user={user} /> },
  { header: 'Correo', cell: ({ email }) => email, className: 'wrap-anywhere' },
  { header: 'RUT', cell: ({ rut }) => rut || '—', className: 'tabular-nums' },
  {
    header: 'Telefono / Celular',
    cell: ({ phone, cellphone }) => [phone, cellphone].filter(Boolean).join(' / ') || '—',
    className: 'tabular-nums',
  },
]
