import { zodResolver } from '@hookform/resolvers/zod'
import { type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { invitationBody } from '#contract/staff.ts'
import { browserApi } from '../../api/client.ts'
import { type UnsavedDraft, useUnsavedDraft } from '../../forms/draft.ts'
import { useSaved } from '../../forms/use-saved.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, InputField, SelectField } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'

type Typed = z.input<typeof invitationBody>

const ROLE_HINTS = {
  Marketing: 'Ve el tablero, el carrusel y su configuración.',
  Administrador: 'Ve y cambia todo: productos, pedidos, clientes y roles.',
}

/** Invites a new member of the staff, in a modal: a mail brings the link to choose a password (docs/product.md#staff). */
export function InviteForm({
  draft,
  onClose,
  onDirty,
}: {
  draft: UnsavedDraft | null
  onClose: () => void
  onDirty: (dirty: boolean) => void
}) {
  const saved = useSaved(onClose)
  const form = useForm<Typed, unknown, z.output<typeof invitationBody>>({
    resolver: zodResolver(invitationBody),
    mode: 'onTouched',
    defaultValues: { name: '', last_name: '', email: '', role: 'Marketing' },
  })
  const { errors } = form.formState
  useUnsavedDraft(form, draft, () => ({
    form: 'invitation',
    about: 'una invitación al equipo',
    row: null,
    values: form.getValues(),
  }))

  const { formProps, sending, failure } = useSubmit(
    form,
    async (body) => {
      if (body.role === 'Administrador' && !(await confirmAdministrator(body))) return
      const { message } = await browserApi.inviteStaff({ body })
      await saved('Listo!', message)
    },
    { failureAs: 'line-or-field', onDirty },
  )

  const field = (name: Path<Typed>) => ({
    ...form.register(name),
    error: errors[name]?.message,
    autoComplete: 'off',
  })

  return (
    <form {...formProps} aria-label="Invitar al equipo" className="grid gap-4">
      <p className="text-soft">
        Le llegará un correo con un enlace para elegir su contraseña. Sirve una vez, durante 72 horas.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField label="Nombre" {...field('name')} required data-autofocus="" />
        <InputField label="Apellidos" {...field('last_name')} />
      </div>
      <InputField label="Correo electrónico" type="email" {...field('email')} required />
      <SelectField label="Rol" {...field('role')} hint={ROLE_HINTS[form.watch('role')]}>
        <option>Marketing</option>
        <option>Administrador</option>
      </SelectField>
      <FieldError error={failure} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" icon="mail" loading={sending}>
          Enviar invitación
        </Button>
      </div>
    </form>
  )
}

const confirmAdministrator = ({ name, last_name, email }: z.output<typeof invitationBody>) =>
  notice.confirm({
    title: `¿Invitar a ${`${name} ${last_name}`.trim()} como Administrador?`,
    text: `${email} podrá ver y cambiar todo: productos, pedidos, clientes y roles.`,
    confirm: 'Enviar invitación',
  })
