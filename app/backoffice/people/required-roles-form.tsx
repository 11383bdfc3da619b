import { useEffect, useState } from 'react'
import { STAFF_ROLES, type StaffRole } from '#domain/users.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { ModalButtons } from '../../forms/modal-buttons.tsx'
import { useAction } from '../../forms/use-action.ts'
import { useSaved } from '../../forms/use-saved.ts'
import { RetryButton } from '../../ui/button.tsx'
import { Checkbox, FieldError } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Demands a second factor of roles, in a modal (docs/product.md#second-factor). */
export function RequiredRolesForm({ onClose }: { onClose: () => void }) {
  const [roles, setRoles] = useState<readonly StaffRole[]>()
  const [unread, setUnread] = useState<string>()
  const saved = useSaved(onClose)

  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt reads again.
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    browserApi.getRequiredRoles({ signal }).then(
      ({ data }) => setRoles(data.roles),
      async (error) => signal.aborted || setUnread((await refusalOf(error)).message),
    )
    return () => controller.abort()
  }, [attempt])

  function retry() {
    setUnread(undefined)
    setAttempt(attempt + 1)
  }

  const { run, working, failure } = useAction(
    async (chosen: readonly StaffRole[]) => {
      const { message } = await browserApi.requireSecondFactor({ body: { roles: [...chosen] } })
      await saved('Listo!', message)
    },
    { tellsWhenClosed: true },
  )

  if (unread)
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        {unread}
        <RetryButton onRetry={retry} />
      </div>
    )
  return (
    <form
      noValidate
      aria-label="Exigir segundo factor"
      onSubmit={(event) => {
        event.preventDefault()
        if (roles) void run(roles)
      }}
      className="grid gap-4"
    >
      <p className="text-soft">
        Quien tenga un rol marcado lo configura en su próximo inicio de sesión, y no puede hacer otra cosa
        antes. Los clientes nunca lo necesitan.
      </p>
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold text-sm">Exigir a</legend>
        {roles
          ? STAFF_ROLES.map((role) => (
              <Checkbox
                key={role}
                label={role}
                checked={roles.includes(role)}
                onChange={({ target }) =>
                  setRoles(target.checked ? [...roles, role] : roles.filter((name) => name !== role))
                }
              />
            ))
          : STAFF_ROLES.map((role) => <Skeleton key={role} className="h-8" />)}
      </fieldset>
      <FieldError error={failure} />
      <ModalButtons editing={false} saving={working} onCancel={onClose} />
    </form>
  )
}
