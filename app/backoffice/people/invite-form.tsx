import type { z } from 'zod'
import { invitationBody } from '#contract/staff.ts'
import { browserApi } from '../../api/client.ts'
import { useUnsavedDraft } from '../../forms/draft.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useFormModal, useSaved } from '../../forms/in-modal.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { InputField, SelectField } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'
import { ROLE_HINTS } from './roles.tsx'

/** Invites a new member of the staff, in a modal: a mail brings the link to choose a password. */
export function InviteForm() {
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
