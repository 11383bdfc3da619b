import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type Path, useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import { invitationBody } from '#contract/staff.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { showIssues } from '../../forms/show-issues.ts'
import { type UnsavedDraft, useDraftValues, useKeepUnsaved } from '../../forms/unsaved-draft.ts'
import { useMounted } from '../../forms/use-mounted.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, InputField, SelectField } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'

type Typed = z.input<typeof invitationBody>

const ROLE_HINTS = {
  Marketing: 'Ve el tablero, el carrusel y su configuración.',
  Administrador: 'Ve y cambia todo: productos, pedidos, clientes y roles.',
}

/** Invites somebody to the staff, in a modal: a mail brings the link to choose a password (docs/product.md#staff). */
export function InviteForm({
  draft,
  onClose,
  onDirty,
}: {
  draft: UnsavedDraft | null
  onClose: () => void
  onDirty: (dirty: boolean) => void
}) {
  const { revalidate } = useRevalidator()
  const mounted = useMounted()
  const [failure, setFailure] = useState<string>()
  const form = useForm<Typed, unknown, z.output<typeof invitationBody>>({
    resolver: zodResolver(invitationBody),
    mode: 'onTouched',
    defaultValues: { name: '', last_name: '', email: '', role: 'Marketing' },
  })
  const { errors, isDirty, isSubmitting } = form.formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  useDraftValues(form, draft)
  useKeepUnsaved(isDirty, () => ({
    form: 'invitation',
    about: 'una invitación al equipo',
    row: null,
    values: form.getValues(),
  }))

  const submit = form.handleSubmit(async (body) => {
    if (body.role === 'Administrador' && !(await confirmAdministrator(body))) return
    setFailure(undefined)
    try {
      const { message } = await browserApi.inviteStaff({ body })
      if (mounted.current) onClose()
      void revalidate()
      await notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
    } catch (error) {
      const refusal = await refusalOf(error)
      if (!mounted.current) return notice.error(refusal.message)
      if (!showIssues(refusal, form)) setFailure(refusal.message)
    }
  })

  const field = (name: Path<Typed>) => ({
    ...form.register(name),
    error: errors[name]?.message,
    autoComplete: 'off',
  })

  return (
    <form
      noValidate
      aria-label="Invitar al equipo"
      onSubmit={(event) => (isSubmitting ? event.preventDefault() : submit(event))}
      className="grid gap-4"
    >
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
        <Button type="submit" icon="mail" loading={isSubmitting}>
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
