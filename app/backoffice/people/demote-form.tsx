import { useForm } from 'react-hook-form'
import type { User } from '#contract/users.ts'
import type { Role } from '#domain/users.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useFormModal } from '../../forms/in-modal.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { SelectField } from '../../ui/field.tsx'
import { ROLE_HINTS, useSaveRole } from './save-role.ts'

const LOWER_ROLES = ['Marketing', 'Cliente'] as const satisfies readonly Role[]

/**
 * Removes the role Administrador from a user, in a modal. The server refuses one's own account and the last Administrador, with
 * the reason.
 */
export function DemoteForm({ user }: { user: User }) {
  const saveRole = useSaveRole()
  const { close } = useFormModal()
  const form = useForm<{ role: Role }>({ defaultValues: { role: 'Marketing' } })
  const submit = useSubmit(form, ({ role }) => saveRole(user, role, close), { asks: false })

  return (
    <form {...submit.formProps} aria-label="Quitar el rol Administrador" className="grid gap-4">
      <p className="wrap-anywhere">
        <strong>
          {user.name} {user.lastname}
        </strong>{' '}
        ({user.email}) dejará de ser Administrador de inmediato.
      </p>
      <SelectField label="Rol nuevo" {...submit.field('role')} hint={ROLE_HINTS[form.watch('role')]}>
        {LOWER_ROLES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <ModalButtons submit="Quitar el rol" look="danger" form={submit} />
    </form>
  )
}
