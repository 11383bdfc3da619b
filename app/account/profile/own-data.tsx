import { useState } from 'react'
import { href, Link } from 'react-router'
import { passwordBody } from '#contract/account.ts'
import type { Role } from '#domain/users.ts'
import { store } from '#store'
import { browserApi } from '../../api/client.ts'
import { DownloadButton } from '../../forms/download-button.tsx'
import { FormModal, ModalButtons } from '../../forms/form-modal.tsx'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { forgetUser } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { notice } from '../../ui/notice.tsx'
import { PasswordField } from '../password-field.tsx'

export function OwnData({ role }: { role: Role }) {
  const [open, setOpen] = useState(false)
  return (
    <section aria-labelledby="tus-datos" className="card grid gap-4 p-4 sm:p-6">
      <h2 id="tus-datos" className="text-lg">
        Tus datos personales
      </h2>
      <p className="text-soft">
        Descarga todo lo que guardamos de tu cuenta, con tus imágenes, en un archivo zip.{' '}
        {role === 'Cliente'
          ? 'También puedes eliminarla.'
          : 'Las cuentas del personal las elimina quien administra la tienda.'}{' '}
        <Link to={href('/privacidad')} className="link">
          Política de privacidad
        </Link>
      </p>
      <div className="flex flex-wrap gap-3">
        <DownloadButton
          load={() => browserApi.exportAccount()}
          fileName={() => 'mis-datos.zip'}
          preparing="Preparando tus datos…"
          className="max-sm:w-full"
        >
          Descargar mis datos
        </DownloadButton>
        {role === 'Cliente' && (
          <Button look="secondary" icon="trash" className="max-sm:w-full" onClick={() => setOpen(true)}>
            Eliminar mi cuenta
          </Button>
        )}
      </div>
      <FormModal open={open} onClose={() => setOpen(false)} title="Eliminar mi cuenta">
        {open && <EraseAccountForm />}
      </FormModal>
    </section>
  )
}

function EraseAccountForm() {
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
