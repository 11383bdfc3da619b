import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import type { z } from 'zod'
import { invitationBody } from '#contract/staff.ts'
import type { ListedUser, User } from '#contract/users.ts'
import { STAFF_ROLES, type StaffRole } from '#domain/users.ts'
import { browserApi } from '../../api/client.ts'
import { useReloadable } from '../../api/use-loaded.ts'
import { useUnsavedDraft } from '../../forms/draft.ts'
import { FormModal, ModalButtons } from '../../forms/form-modal.tsx'
import { useFormModal, useSaved } from '../../forms/in-modal.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { loadListing } from '../../listing/listing.ts'
import { ListingHead, ListingSearch, ListingTable, useFailureDialog } from '../../listing/listing-table.tsx'
import { pageTitle, type ScreenProps } from '../../pages/page-title.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import type { Columns } from '../../ui/data-table.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { Checkbox, InputField, SelectField } from '../../ui/field.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import { notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccountBadge, AccountMenu } from './account-menu.tsx'
import { DemoteForm, ROLE_HINTS, RoleSelect } from './roles.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Usuarios') }]

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  loadListing(request, (query) =>
    browserApi.listUsers({ query: { ...query, except: 'Cliente' }, signal: request.signal }),
  )

export const HydrateFallback = Screen
export default Screen

function Screen({ loaderData: listing }: ScreenProps<typeof clientLoader>) {
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

/** Invites a new member of the staff, in a modal: a mail brings the link to choose a password. */
function InviteForm() {
  const saved = useSaved()
  const form = useSchemaForm(invitationBody, { name: '', last_name: '', email: '', role: 'Marketing' })
  useUnsavedDraft(form, useFormModal().draft, () => ({
    form: 'invitation',
    about: 'una invitación al equipo',
    row: null,
    values: form.getValues(),
  }))

  const submit = useSubmit(form, async (body) => {
    if (body.role === 'Administrador' && !(await confirmAdministrator(body))) return
    const { message } = await browserApi.inviteStaff({ body })
    await saved('Listo!', message)
  })
  const { field } = submit
  const typed = { autoComplete: 'off' }

  return (
    <form {...submit.formProps} aria-label="Invitar al equipo" className="grid gap-4">
      <p className="text-soft">
        Le llegará un correo con un enlace para elegir su contraseña. Sirve una vez, durante 72 horas.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField label="Nombre" {...field('name')} {...typed} required data-autofocus="" />
        <InputField label="Apellidos" {...field('last_name')} {...typed} />
      </div>
      <InputField label="Correo electrónico" type="email" {...field('email')} {...typed} required />
      <SelectField
        label="Rol"
        {...field('role')}
        hint={ROLE_HINTS[form.watch('role')]}
        options={['Marketing', 'Administrador']}
      />
      <ModalButtons submit="Enviar invitación" icon="mail" form={submit} />
    </form>
  )
}

const confirmAdministrator = ({ name, last_name, email }: z.output<typeof invitationBody>) =>
  notice.confirm({
    title: `¿Invitar a ${`${name} ${last_name}`.trim()} como Administrador?`,
    text: `${email} podrá ver y cambiar todo: productos, pedidos, clientes y roles.`,
    confirm: 'Enviar invitación',
  })

function RequiredRolesForm() {
  const { value, failure, reload } = useReloadable((signal) => browserApi.getRequiredRoles({ signal }), '')
  const roles = value?.data.roles
  const saved = useSaved()
  const form = useForm<{ roles: StaffRole[] }>({ values: { roles: roles ?? [] } })
  const submit = useSubmit(
    form,
    async (body) => {
      if (!roles) return
      const { message } = await browserApi.requireSecondFactor({ body })
      await saved('Listo!', message)
    },
    { asks: false },
  )
  if (failure) return <ListFailure text={failure} onRetry={reload} />
  return (
    <form {...submit.formProps} aria-label="Exigir segundo factor" className="grid gap-4">
      <p className="text-soft">
        Quien tenga un rol marcado lo configura en su próximo inicio de sesión, y no puede hacer otra cosa
        antes. Los clientes nunca lo necesitan.
      </p>
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold text-sm">Exigir a</legend>
        {STAFF_ROLES.map((role) =>
          roles ? (
            <Checkbox key={role} label={role} value={role} {...form.register('roles')} />
          ) : (
            <Skeleton key={role} className="h-8" />
          ),
        )}
      </fieldset>
      <ModalButtons submit="Guardar" form={submit} />
    </form>
  )
}
