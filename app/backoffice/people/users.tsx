import { useState } from 'react'
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { User } from '#contract/users.ts'
import { browserApi } from '../../api.ts'
import { useSession } from '../../browser/session.ts'
import { ListingTable, useFailureDialog } from '../../listing/listing-table.tsx'
import { type Listing, loadListing } from '../../listing/load-listing.ts'
import { requireRole } from '../../require-role.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Modal } from '../../ui/modal.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { RowMenu } from '../../ui/row-menu.tsx'
import { DemoteForm } from './demote-form.tsx'
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
  const [demoted, setDemoted] = useState<User | null>(null)
  const close = () => setDemoted(null)
  const self = useSession()?.userId
  return (
    <>
      <ListingTable
        title="Usuarios Recientes"
        search="Buscar usuario..."
        listing={listing}
        columns={columnsOf((user) => <UserMenu user={user} self={self} onDemote={() => setDemoted(user)} />)}
        rowKey={({ _id }) => _id}
        empty="No se han registrado solicitudes recientes"
        tableFrom="wide"
      />
      <Modal open={demoted !== null} onClose={close} title="Quitar el rol Administrador">
        {demoted && <DemoteForm user={demoted} onClose={close} />}
      </Modal>
    </>
  )
}

/** The acts for one user. Nobody changes their own account here. */
function UserMenu({ user, self, onDemote }: { user: User; self: string | undefined; onDemote: () => void }) {
  if (user._id === self || user.role !== 'Administrador') return null
  return (
    <RowMenu
      label={`Más opciones de ${user.name} ${user.lastname}`}
      items={[{ name: 'Quitar el rol Administrador', icon: 'shield', tone: 'danger', onClick: onDemote }]}
    />
  )
}

const columnsOf = (menu: (user: User) => React.ReactNode): Column<User>[] => [
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
  { header: 'Opciones', bare: true, cell: menu, className: 'as-table:w-16' },
]
