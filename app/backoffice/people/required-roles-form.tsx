import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { STAFF_ROLES, type StaffRole } from '#domain/users.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useSaved } from '../../forms/in-modal.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { RetryButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Chooses the roles that need a second factor, in a modal. */
export function RequiredRolesForm() {
  const [unread, setUnread] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const roles = useLoaded(
    (signal) => browserApi.getRequiredRoles({ signal }),
    attempt,
    async (error) => setUnread((await refusalOf(error)).message),
  )?.data.roles

  function retry() {
    setUnread(undefined)
    setAttempt(attempt + 1)
  }

  if (unread)
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        {unread}
        <RetryButton onRetry={retry} />
      </div>
    )
  return <RolesForm key={String(roles)} roles={roles} />
}

/** @param roles the roles that need a second factor now; undefined while they load */
function RolesForm({ roles }: { roles: StaffRole[] | undefined }) {
  const saved = useSaved()
  const form = useForm<{ roles: StaffRole[] }>({ defaultValues: { roles: roles ?? [] } })
  const submit = useSubmit(
    form,
    async (body) => {
      if (!roles) return
      const { message } = await browserApi.requireSecondFactor({ body })
      await saved('Listo!', message)
    },
    { asks: false },
  )
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
