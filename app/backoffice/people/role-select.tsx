import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { User } from '#contract/users.ts'
import type { Role } from '#domain/users.ts'
import { browserApi } from '../../api.ts'
import { refusalOf, showServerFailure } from '../../server-failure.ts'
import { notice } from '../../ui/notice.tsx'

/** The most powerful role is last, where it is hard to choose by mistake. */
const ORDER: readonly Role[] = ['Cliente', 'Marketing', 'Administrador']

/** Changes a user's role and saves it at once. An Administrador's is not offered for change. */
export function RoleSelect({ user }: { user: User }) {
  const { revalidate } = useRevalidator()
  const [saving, setSaving] = useState<Role>()

  async function change(role: Role) {
    setSaving(role)
    try {
      await browserApi.updateRole({ body: { id: user._id, role } })
      await Promise.all([
        notice.toast({
          title: 'Actualizado!',
          text: 'Se actualizo el rol correctamente!',
          icon: 'success',
          timer: 2_000,
        }),
        revalidate(),
      ])
    } catch (error) {
      await refusalOf(error)
      await showServerFailure()
    } finally {
      setSaving(undefined)
    }
  }

  return (
    <select
      aria-label={`Rol de ${user.name} ${user.lastname}`}
      value={saving ?? user.role}
      disabled={user.role === 'Administrador' || saving !== undefined}
      onKeyDown={openOnKey}
      onChange={(event) => change(event.target.value as Role)}
      className="control min-h-10 w-[10rem] max-w-full py-1 pr-1 pl-2.5 font-semibold"
    >
      {ORDER.map((role) => (
        <option key={role}>{role}</option>
      ))}
    </select>
  )
}

/** In a closed select, arrows and letters choose at once, and a choice is saved. Here they open the list instead. */
function openOnKey(event: React.KeyboardEvent<HTMLSelectElement>) {
  const choosesOption =
    /^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown)$/.test(event.key) || event.key.length === 1
  if (!choosesOption || event.ctrlKey || event.metaKey || !('showPicker' in event.currentTarget)) return
  event.preventDefault()
  event.currentTarget.showPicker()
}
