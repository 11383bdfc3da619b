import type { ListedUser } from '#contract/users.ts'
import { browserApi } from '../../api/client.ts'
import { useSaved } from '../../forms/in-modal.ts'
import { useAction } from '../../forms/use-action.ts'
import { Badge } from '../../ui/badge.tsx'
import { notice } from '../../ui/notice.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'

/** Tells whether an account is disabled, its person hasn't chosen a password yet, or it has a second factor. */
export function AccountBadge({ user: { disabled, invitedAt, secondFactor } }: { user: ListedUser }) {
  if (disabled) return <Badge tone="red">Deshabilitada</Badge>
  if (invitedAt) return <Badge tone="yellow">Invitación pendiente</Badge>
  return secondFactor ? <Badge tone="green">Segundo factor</Badge> : null
}

type Act = {
  call: () => Promise<{ message: string }>
  question?: { title: string; text: string; confirm: string }
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
  const saved = useSaved()
  const { _id, name, lastname, email, role, disabled, invitedAt, secondFactor } = user
  const fullName = `${name} ${lastname}`.trim()

  const { run, working } = useAction<Act>(async ({ call }) => saved('Listo!', (await call()).message), {
    ask: async ({ question }) => !question || notice.confirm({ ...question, danger: true }),
    dialog: 'message',
  })
  const setDisabled = (disabled: boolean) =>
    browserApi.setAccountDisabled({ params: { id: _id }, body: { disabled } })

  const disable: Act = {
    call: () => setDisabled(true),
    question: {
      title: `¿Deshabilitar la cuenta de ${fullName}?`,
      text: `${email} saldrá de inmediato y no podrá entrar hasta que la habilites.`,
      confirm: 'Deshabilitar',
    },
  }
  const reset: Act = {
    call: () => browserApi.resetSecondFactor({ params: { id: _id } }),
    question: {
      title: `¿Restablecer el segundo factor de ${fullName}?`,
      text: `${email} entrará solo con su contraseña hasta que lo configure otra vez. Sus sesiones se cierran y le avisamos por correo.`,
      confirm: 'Restablecer',
    },
  }

  if (_id === self) return null
  return (
    <RowMenu
      label={`Más opciones de ${fullName}`}
      items={[
        invitedAt !== null &&
          !disabled && {
            name: 'Reenviar invitación',
            icon: 'mail',
            onClick: () => run({ call: () => browserApi.resendInvitation({ params: { id: _id } }) }),
          },
        disabled && {
          name: 'Habilitar cuenta',
          icon: 'check',
          onClick: () => run({ call: () => setDisabled(false) }),
        },
        secondFactor && {
          name: 'Restablecer segundo factor',
          icon: 'rotate',
          tone: 'danger',
          onClick: () => run(reset),
        },
        role === 'Administrador' && {
          name: 'Quitar el rol Administrador',
          icon: 'shield',
          tone: 'danger',
          onClick: onDemote,
        },
        !disabled && {
          name: 'Deshabilitar cuenta',
          icon: 'lock',
          tone: 'danger',
          onClick: () => run(disable),
        },
      ]}
      working={working}
    />
  )
}
