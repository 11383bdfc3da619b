import { useState } from 'react'
import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { ListedUser, User } from '#contract/users.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { FormModal } from '../../forms/form-modal.tsx'
import { type Listing, loadListing } from '../../listing/listing.ts'
import { ListingHead, ListingSearch, ListingTable, useFailureDialog } from '../../listing/listing-table.tsx'
import { pageTitle } from '../../pages/page-title.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { AccountBadge, AccountMenu } from './account-menu.tsx'
import { InviteForm } from './invite-form.tsx'
import { RequiredRolesForm } from './required-roles-form.tsx'
import { DemoteForm, RoleSelect } from './roles.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Usuarios') }]

/** All users except customers. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  requireRole(['Administrador'])
  const { signal } = request
  return loadListing(request, (query) =>
    browserApi.listUsers({ query: { ...query, except: 'Cliente' }, signal }),
  )
}
clientLoader.hydrate = true as const

export const HydrateFallback = Screen
export default Screen

function Screen({ loaderData: listing }: { loaderData?: Listing<ListedUser> }) {
  useFailureDialog(listing)
  const [demoted, setDemoted] = useState<User | null>(null)
  const [requiring, setRequiring] = useState(false)
  const [inviting, setInviting] = useState(false)
  const self = useSession()?.userId
  return (
    <>
      <ListingTable
        title="Usuarios Recientes"
        listing={listing}
        columns={columnsOf((user) => (
          <AccountMenu user={user} self={self} onDemote={() => setDemoted(user)} />
        ))}
        empty="No se han registrado solicitudes recientes"
        tableFrom="wide"
      >
        <ListingHead>
          <Button
            look="secondary"
            icon="shield"
            className="max-sm:col-span-2"
            onClick={() => setRequiring(true)}
          >
            Exigir segundo factor
          </Button>
          <Button icon="plus" className="max-sm:col-span-2" onClick={() => setInviting(true)}>
            Invitar al equipo
          </Button>
        </ListingHead>
        <ListingSearch label="Buscar usuario..." />
      </ListingTable>
      <FormModal
        open={inviting}
        onClose={() => setInviting(false)}
        title="Invitar al equipo"
        draft="invitation"
        onDraft={() => setInviting(true)}
      >
        {inviting && <InviteForm />}
      </FormModal>
      <FormModal open={requiring} onClose={() => setRequiring(false)} title="Exigir segundo factor">
        {requiring && <RequiredRolesForm />}
      </FormModal>
      <FormModal open={demoted !== null} onClose={() => setDemoted(null)} title="Quitar el rol Administrador">
        {demoted && <DemoteForm user={demoted} />}
      </FormModal>
    </>
  )
}

const columnsOf = (menu: (user: ListedUser) => React.ReactNode): Columns<ListedUser> => ({
  name: {
    header: 'Nombres y Apellidos',
    bare: true,
    cell: (user) => (
      <div className="grid gap-1">
        <span className="font-semibold">
          {user.name} {user.lastname}
        </span>
        <AccountBadge user={user} />
      </div>
    ),
  },
  role: { header: 'Rol', cell: (user) => <RoleSelect user={user} /> },
  email: {
    header: 'Correo',
    cell: ({ email }) => <EmailText email={email} />,
    className: 'as-table:min-w-40 wrap-anywhere',
  },
  rut: { header: 'RUT', cell: ({ rut }) => rut || '—', className: 'tabular-nums' },
  phone: {
    header: 'Telefono / Celular',
    cell: ({ phone, cellphone }) => [phone, cellphone].filter(Boolean).join(' / ') || '—',
    className: 'tabular-nums',
  },
  options: { header: 'Opciones', bare: true, cell: menu, className: 'as-table:w-16' },
})
