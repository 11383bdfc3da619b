import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type { User } from '#contract/users.ts'
import type { Role } from '#domain/users.ts'
import { browserApi } from '../../api/client.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useFormModal } from '../../forms/in-modal.ts'
import { useAction } from '../../forms/use-action.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Options, SelectField } from '../../ui/field.tsx'
import { useFocusBack } from '../../ui/focus-back.ts'
import { notice } from '../../ui/notice.tsx'

export const ROLE_HINTS = {
  Administrador: 'Ve y cambia todo: productos, pedidos, clientes y roles.',
  Marketing: 'Ve el tablero, los códigos de descuento, el carrusel y su configuración.',
  Cliente: 'No podrá entrar a la administración.',
} as const satisfies Record<Role, string>

/**
 * Returns a function that saves a user's role, then loads the list again and shows a toast.
 *
 * @throws ApiError when the call fails
 */
function useSaveRole() {
  const { revalidate } = useRevalidator()
  return async ({ _id }: User, role: Role, onSaved?: () => unknown) => {
    await browserApi.updateRole({ body: { id: _id, role } })
    onSaved?.()
    const text = 'Se actualizo el rol correctamente!'
    await Promise.all([
      notice.toast({ title: 'Actualizado!', text, icon: 'success', timer: 2_000 }),
      revalidate(),
    ])
  }
}

/** The most powerful role comes last, where it is hard to choose by mistake. */
const ORDER: readonly Role[] = ['Cliente', 'Marketing', 'Administrador']

/**
 * Changes a user's role and saves at once; the role Administrador is confirmed first, with name and e-mail. The row's menu
 * changes the role of an Administrador.
 */
export function RoleSelect({ user }: { user: User }) {
  const saveRole = useSaveRole()
  const { run, working, choice } = useAction<Role>((role) => saveRole(user, role), {
    ask: async (role) => role !== 'Administrador' || confirmAdministrator(user),
    dialog: 'general',
  })
  const select = useFocusBack<HTMLSelectElement>(working)

  return (
    <select
      ref={select}
      aria-label={`Rol de ${user.name} ${user.lastname}`}
      value={choice ?? user.role}
      disabled={user.role === 'Administrador' || working}
      onKeyDown={openOnKey}
      onChange={(event) => run(event.target.value as Role)}
      className="control min-h-10 w-[10rem] max-w-full py-1 pr-1 pl-2.5 font-semibold compact:as-table:min-h-8 compact:as-table:py-0"
    >
      <Options of={ORDER} />
    </select>
  )
}

const confirmAdministrator = ({ name, lastname, email }: User) =>
  notice.confirm({
    title: `¿Dar el rol Administrador a ${name} ${lastname}?`,
    text: `${email} podrá ver y cambiar todo: productos, pedidos, clientes y roles.`,
    confirm: 'Dar el rol',
  })

/** Opens the list on arrows and letters: in a closed select these keys would choose, and so save, at once. */
function openOnKey(event: React.KeyboardEvent<HTMLSelectElement>) {
  const choosesOption =
    /^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown)$/.test(event.key) || event.key.length === 1
  if (!choosesOption || event.ctrlKey || event.metaKey || !('showPicker' in event.currentTarget)) return
  event.preventDefault()
  event.currentTarget.showPicker()
}

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
      <SelectField
        label="Rol nuevo"
        {...submit.field('role')}
        hint={ROLE_HINTS[form.watch('role')]}
        options={['Marketing', 'Cliente']}
      />
      <ModalButtons submit="Quitar el rol" look="danger" form={submit} />
    </form>
  )
}
