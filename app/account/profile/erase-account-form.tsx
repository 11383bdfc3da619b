import { useState } from 'react'
import { href } from 'react-router'
import { store } from '#store'
import { browserApi } from '../../api/client.ts'
import { refusalOf } from '../../api/server-failure.ts'
import { forgetUser } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'
import { PasswordField } from '../password-field.tsx'

/** Lists the data that are erased and kept, and asks for the password. */
export function EraseAccountForm({ onCancel }: { onCancel: () => void }) {
  const [password, setPassword] = useState('')
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<{ password?: string; other?: string }>({})

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    if (working) return
    if (!password) return setFailure({ password: 'Este campo es obligatorio.' })
    setWorking(true)
    setFailure({})
    try {
      const { message } = await browserApi.eraseAccount({ body: { password } })
      // Before any other call: the session has ended, and a call would show the warning of an expired session.
      forgetUser()
      await notice.alert({ title: 'Listo!', text: message, icon: 'success' })
      location.assign(href('/'))
    } catch (error) {
      const { message, issues } = await refusalOf(error)
      const issue = issues.find(({ path }) => path === 'password')?.message
      setFailure(issue ? { password: issue } : { other: message })
      setWorking(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Eliminar mi cuenta" className="grid gap-4">
      <ul className="grid list-disc gap-2 pl-5">
        <li>
          <strong>Se eliminan</strong> tu cuenta, tu foto, tus intereses, tu carrito, y los comprobantes y
          recetas de tus pedidos. No se puede deshacer.
        </li>
        <li>
          <strong>Quedan</strong> tus pedidos con sus productos y montos, porque la farmacia debe guardarlos,
          pero sin tu nombre, dirección, teléfono ni correo. Los que no has pagado se cancelan. El libro de
          recetas de la farmacia conserva tu nombre y RUT por el tiempo que exige la norma.
        </li>
        <li>
          <strong>No están unidos a tu cuenta</strong> los mensajes y recetas que enviaste por los
          formularios: pide que los eliminemos a {store.email}.
        </li>
      </ul>
      <PasswordField
        label="Tu contraseña"
        autoComplete="current-password"
        required
        data-autofocus=""
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={failure.password}
      />
      <FieldError error={failure.other} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" loading={working}>
          Eliminar mi cuenta
        </Button>
      </div>
    </form>
  )
}
