import type { User } from '#contract/users.ts'
import type { Role } from '#domain/users.ts'
import { useAction } from '../../forms/use-action.ts'
import { useFocusBack } from '../../ui/focus-back.ts'
import { notice } from '../../ui/notice.tsx'
import { useSaveRole } from './save-role.ts'

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
      {ORDER.map((role) => (
        <option key={role}>{role}</option>
      ))}
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
