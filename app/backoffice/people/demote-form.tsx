import { useState } from 'react'
import type { User } from '#contract/users.ts'
import type { Role } from '#domain/users.ts'
import { useAction } from '../../forms/use-action.ts'
import { useMounted } from '../../forms/use-mounted.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, SelectField } from '../../ui/field.tsx'
import { useSaveRole } from './save-role.ts'

const LOWER_ROLES = ['Marketing', 'Cliente'] as const satisfies readonly Role[]

/**
 * Removes the role Administrador from a user, in a modal. The server refuses one's own account and the last Administrador, with
 * the reason.
 */
export function DemoteForm({ user, onClose }: { user: User; onClose: () => void }) {
  const [role, setRole] = useState<Role>('Marketing')
  const saveRole = useSaveRole()
  const mounted = useMounted()

  const { run, working, failure } = useAction(
    () => saveRole(user, role, () => mounted.current && onClose()),
    { tellsWhenClosed: true },
  )

  return (
    <form
      noValidate
      aria-label="Quitar el rol Administrador"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
      className="grid gap-4"
    >
      <p className="wrap-anywhere">
        <strong>
          {user.name} {user.lastname}
        </strong>{' '}
        ({user.email}) dejará de ser Administrador de inmediato.
      </p>
      <SelectField
        label="Rol nuevo"
        value={role}
        hint={
          role === 'Cliente'
            ? 'No podrá entrar a la administración.'
            : 'Verá solo el tablero, el carrusel y su configuración.'
        }
        onChange={(event) => setRole(event.target.value as Role)}
      >
        {LOWER_ROLES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <FieldError error={failure} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" look="danger" loading={working}>
          Quitar el rol
        </Button>
      </div>
    </form>
  )
}
