import { useForm } from 'react-hook-form'
import { STAFF_ROLES, type StaffRole } from '#domain/users.ts'
import { browserApi } from '../../api/client.ts'
import { useReloadable } from '../../api/use-loaded.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useSaved } from '../../forms/in-modal.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Checkbox } from '../../ui/field.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Chooses the roles that need a second factor, in a modal. */
export function RequiredRolesForm() {
  const { value, failure, reload } = useReloadable((signal) => browserApi.getRequiredRoles({ signal }), '')
  if (failure) return <ListFailure text={failure} onRetry={reload} />
  const roles = value?.data.roles
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
