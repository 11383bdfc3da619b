import { useRevalidator } from 'react-router'
import type { ListedUser } from '#contract/users.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { Badge } from '../../ui/badge.tsx'
import { notice } from '../../ui/notice.tsx'
import { RowMenu, type RowMenuItem } from '../../ui/row-menu.tsx'

/** Tells whether an account is disabled or its person hasn't chosen a password yet. */
export function AccountBadge({ user: { disabled, invitedAt } }: { user: ListedUser }) {
  if (disabled) return <Badge tone="red">Deshabilitada</Badge>
  return invitedAt ? <Badge tone="yellow">Invitación pendiente</Badge> : null
}

/** The actions on a staff account. Nobody can change their own account here. */
export function AccountMenu({
  user,
  self,
  onDemote,
}: {
  user: ListedUser
  self: string | undefined
  onDemote: () => void
}) {
  const { revalidate } = useRevalidator()
  const { _id, name, lastname, email, role, disabled, invitedAt } = user
  const fullName = `${name} ${lastname}`.trim()

  /** Runs an action and shows its failure, such as: the last Administrador can't be disabled, or an invitation was used meanwhile. */
  async function act(call: () => Promise<{ message: string }>) {
    try {
      const { message } = await call()
      void revalidate()
      await notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
    } catch (error) {
      await notice.error((await refusalOf(error)).message)
    }
  }
  const setDisabled = (disabled: boolean) =>
    act(() => browserApi.setAccountDisabled({ params: { id: _id }, body: { disabled } }))

  async function disable() {
    const confirmed = await notice.confirm({
      title: `¿Deshabilitar la cuenta de ${fullName}?`,
      text: `${email} saldrá de inmediato y no podrá entrar hasta que la habilites.`,
      confirm: 'Deshabilitar',
      danger: true,
    })
    if (confirmed) await setDisabled(true)
  }

  if (_id === self) return null
  const items: (RowMenuItem | false)[] = [
    invitedAt !== null &&
      !disabled && {
        name: 'Reenviar invitación',
        icon: 'mail',
        onClick: () => act(() => browserApi.resendInvitation({ params: { id: _id } })),
      },
    disabled && { name: 'Habilitar cuenta', icon: 'check', onClick: () => setDisabled(false) },
    role === 'Administrador' && {
      name: 'Quitar el rol Administrador',
      icon: 'shield',
      tone: 'danger',
      onClick: onDemote,
    },
    !disabled && { name: 'Deshabilitar cuenta', icon: 'lock', tone: 'danger', onClick: disable },
  ]
  return <RowMenu label={`Más opciones de ${fullName}`} items={items.filter((item) => item !== false)} />
}
