import { useEffect, useState } from 'react'
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { ListedUser, User } from '#contract/users.ts'
import { requireRole } from '../../account/require-role.ts'
import { browserApi } from '../../api/client.ts'
import { useRestoredDraft } from '../../forms/draft.ts'
import { useModalLeave } from '../../forms/modal-leave.ts'
import { ListingTable, useFailureDialog } from '../../listing/listing-table.tsx'
import { type Listing, loadListing } from '../../listing/load-listing.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { Modal } from '../../ui/modal.tsx'
import { AccountBadge, AccountMenu } from './account-menu.tsx'
import { DemoteForm } from './demote-form.tsx'
import { InviteForm } from './invite-form.tsx'
import { RequiredRolesForm } from './required-roles-form.tsx'
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

function Screen({ listing }: { listing?: Listing<ListedUser> }) {
  const [demoted, setDemoted] = useState<User | null>(null)
  const close = () => setDemoted(null)
  const [requiring, setRequiring] = useState(false)
  const [inviting, setInviting] = useState(false)
  const { draft, forget } = useRestoredDraft('invitation')
  const endInviting = () => {
    setInviting(false)
    forget()
  }
  useEffect(() => {
    if (draft) setInviting(true)
  }, [draft])
  const { leave, onDirty } = useModalLeave(endInviting)
  const self = useSession()?.userId
  return (
    <>
      <ListingTable
        title="Usuarios Recientes"
        search="Buscar usuario..."
        listing={listing}
        columns={columnsOf((user) => (
          <AccountMenu user={user} self={self} onDemote={() => setDemoted(user)} />
        ))}
        rowKey={({ _id }) => _id}
        empty="No se han registrado solicitudes recientes"
        tableFrom="wide"
        actions={
          <>
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
          </>
        }
      />
      <Modal open={inviting} onClose={leave} title="Invitar al equipo">
        {inviting && <InviteForm draft={draft} onClose={endInviting} onDirty={onDirty} />}
      </Modal>
      <Modal open={requiring} onClose={() => setRequiring(false)} title="Exigir segundo factor">
        {requiring && <RequiredRolesForm onClose={() => setRequiring(false)} />}
      </Modal>
      <Modal open={demoted !== null} onClose={close} title="Quitar el rol Administrador">
        {demoted && <DemoteForm user={demoted} onClose={close} />}
      </Modal>
    </>
  )
}

const columnsOf = (menu: (user: ListedUser) => React.ReactNode): Column<ListedUser>[] => [
  {
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
  { header: 'Rol', cell: (user) => <RoleSelect user={user} /> },
  {
    header: 'Correo',
    cell: ({ email }) => <EmailText email={email} />,
    className: 'as-table:min-w-40 wrap-anywhere',
  },
  { header: 'RUT', cell: ({ rut }) => rut || '—', className: 'tabular-nums' },
  {
    header: 'Telefono / Celular',
    cell: ({ phone, cellphone }) => [phone, cellphone].filter(Boolean).join(' / ') || '—',
    className: 'tabular-nums',
  },
  { header: 'Opciones', bare: true, cell: menu, className: 'as-table:w-16' },
]
