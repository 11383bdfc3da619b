import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ListedUser } from '#contract/users.ts'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { Badge } from '../../ui/badge.tsx'
import { notice } from '../../ui/notice.tsx'
import { RowMenu, type RowMenuItem } from '../../ui/row-menu.tsx'

/** Tells whether an account is disabled, its person hasn't chosen a password yet, or it has a second factor. */
export function AccountBadge({ user: { disabled, invitedAt, secondFactor } }: { user: ListedUser }) {
  if (disabled) return <Badge tone="red">Deshabilitada</Badge>
  if (invitedAt) return <Badge tone="yellow">Invitación pendiente</Badge>
  return secondFactor ? <Badge tone="green">Segundo factor</Badge> : null
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
  const [working, setWorking] = useState(false)
  const { _id, name, lastname, email, role, disabled, invitedAt, secondFactor } = user
  const fullName = `${name} ${lastname}`.trim()

  /** Runs an action and shows its failure, such as: the last Administrador can't be disabled, or an invitation was used meanwhile. */
  async function act(call: () => Promise<{ message: string }>) {
    setWorking(true)
    try {
      const { message } = await call()
      setWorking(false)
      void revalidate()
      await notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
    } catch (error) {
      setWorking(false)
      const { code, message } = await refusalOf(error)
      if (code !== 'SECOND_FACTOR') await notice.error(message)
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

  async function reset() {
    const confirmed = await notice.confirm({
      title: `¿Restablecer el segundo factor de ${fullName}?`,
      text: `${email} entrará solo con su contraseña hasta que lo configure otra vez. Sus sesiones se cierran y le avisamos por correo.`,
      confirm: 'Restablecer',
      danger: true,
    })
    if (confirmed) await act(() => browserApi.resetSecondFactor({ params: { id: _id } }))
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
    secondFactor && { name: 'Restablecer segundo factor', icon: 'rotate', tone: 'danger', onClick: reset },
    role === 'Administrador' && {
      name: 'Quitar el rol Administrador',
      icon: 'shield',
      tone: 'danger',
      onClick: onDemote,
    },
    !disabled && { name: 'Deshabilitar cuenta', icon: 'lock', tone: 'danger', onClick: disable },
  ]
  return (
    <RowMenu
      label={`Más opciones de ${fullName}`}
      items={items.filter((item) => item !== false)}
      working={working}
    />
  )
}
