import { useState } from 'react'
import type { MetaFunction } from 'react-router'
import { forgotPasswordBody } from '#contract/account.ts'
import { browserApi } from '../../api/client.ts'
import { useHydrated } from '../../browser/external-store.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { blurActiveField, InputField } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'
import { openLogin } from '../login-modal-state.ts'

export const meta: MetaFunction = () => [
  { title: pageTitle('Recuperar contraseña') },
  { name: 'description', content: 'Pide un enlace para crear una nueva contraseña.' },
  { name: 'robots', content: 'noindex' },
]

export default function RequestLink() {
  const [sent, setSent] = useState(false)
  return (
    <div className="frame py-8 md:py-14">
      <div className="mx-auto max-w-[28rem]">
        <h1 className="text-xl">Recuperar contraseña</h1>
        <p className="mt-2 text-soft">
          Escribe el correo de tu cuenta y te enviaremos un enlace para crear una nueva contraseña.
        </p>
        <RequestForm onSent={() => setSent(true)} />
        <div role="status">
          {sent && (
            <Banner icon="mail" className="mt-4">
              El enlace sirve una sola vez y dura una hora. Si no lo ves, revisa también la carpeta de correo
              no deseado.
            </Banner>
          )}
        </div>
        <p className="mt-6 text-center text-soft">
          ¿La recordaste?{' '}
          <button type="button" onClick={() => openLogin()} className="link">
            Inicia sesión
          </button>
        </p>
      </div>
    </div>
  )
}

function RequestForm({ onSent }: { onSent: () => void }) {
  // Without default values react-hook-form takes over the text that was typed before hydration.
  const form = useSchemaForm(forgotPasswordBody)
  const hydrated = useHydrated()
  const { formProps, field, sending } = useSubmit(
    form,
    async (body) => {
      const { message } = await browserApi.forgotPassword({ body })
      blurActiveField()
      form.reset()
      onSent()
      await notice.alert({ title: 'Listo!', text: message, icon: 'success' })
    },
    { dialog: 'message', focus: 'email' },
  )

  return (
    <form
      {...formProps}
      method="post"
      aria-label="Recuperar contraseña"
      className="card mt-6 grid gap-4 p-4 sm:p-6"
    >
      <InputField {...field('email')} label="Correo electrónico" type="email" autoComplete="email" required />
      <Button type="submit" loading={sending} disabled={!hydrated} wide>
        Enviar enlace
      </Button>
    </form>
  )
}
