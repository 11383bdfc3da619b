import { href } from 'react-router'
import { passwordBody } from '#contract/account.ts'
import { store } from '#store'
import { browserApi } from '../../api/client.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { forgetUser } from '../../session/session.ts'
import { notice } from '../../ui/notice.tsx'
import { PasswordField } from '../password-field.tsx'

/** Lists the data that are erased and kept, and asks for the password. */
export function EraseAccountForm() {
  const form = useSchemaForm(passwordBody, { password: '' })
  const submit = useSubmit(
    form,
    async (body) => {
      const { message } = await browserApi.eraseAccount({ body })
      // Before any other call: the session has ended, and a call would show the warning of an expired session.
      forgetUser()
      await notice.alert({ title: 'Listo!', text: message, icon: 'success' })
      location.assign(href('/'))
    },
    { asks: false },
  )

  return (
    <form {...submit.formProps} aria-label="Eliminar mi cuenta" className="grid gap-4">
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
        {...submit.field('password')}
        label="Tu contraseña"
        autoComplete="current-password"
        required
        data-autofocus=""
      />
      <ModalButtons submit="Eliminar mi cuenta" form={submit} />
    </form>
  )
}
