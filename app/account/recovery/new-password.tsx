import { href, Link, type MetaFunction, useNavigate, useParams } from 'react-router'
import { resetPasswordBody } from '#contract/account.ts'
import { browserApi } from '../../api/client.ts'
import { useHydrated } from '../../browser/external-store.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { pageTitle } from '../../pages/page-title.ts'
import { clearSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { MailLinkPage } from '../../ui/mail-link-page.tsx'
import { notice } from '../../ui/notice.tsx'
import { openLogin } from '../login-modal-state.ts'
import { PasswordField } from '../password-field.tsx'

export const meta: MetaFunction = () => [
  { title: pageTitle('Nueva contraseña') },
  { name: 'robots', content: 'noindex' },
]

export default function NewPassword() {
  return (
    <MailLinkPage>
      <div className="mt-8 w-full max-w-[28rem]">
        <h1 className="text-xl">Nueva contraseña</h1>
        <p className="mt-2 text-soft">Al guardarla se cierran las sesiones que tengas abiertas.</p>
        <PasswordForm token={useParams().token ?? ''} />
        <p className="mt-6 text-center text-soft">
          ¿El enlace no funciona?{' '}
          <Link to={href('/identificarse')} className="link">
            Solicita uno nuevo
          </Link>
        </p>
      </div>
    </MailLinkPage>
  )
}

function PasswordForm({ token }: { token: string }) {
  const form = useSchemaForm(resetPasswordBody)
  const { touchedFields } = form.formState
  const navigate = useNavigate()
  const hydrated = useHydrated()

  const { formProps, field, sending } = useSubmit(
    form,
    async (body) => {
      const { message } = await browserApi.resetPassword({ params: { token }, body })
      // The server has ended all of this user's sessions.
      clearSession()
      await notice.alert({ title: 'Listo!', text: message, icon: 'success' })
      await navigate(href('/'), { replace: true })
      openLogin()
    },
    { dialog: 'message', focus: 'password' },
  )

  return (
    <form
      {...formProps}
      method="post"
      aria-label="Nueva contraseña"
      className="card mt-6 grid gap-4 p-4 sm:p-6"
    >
      <PasswordField
        {...field('password', {
          // A changed password is compared again with its repetition.
          onChange: () => void (touchedFields.confirmPassword && form.trigger('confirmPassword')),
        })}
        label="Contraseña"
        autoComplete="new-password"
        hint="Al menos 8 caracteres."
        required
      />
      <PasswordField
        {...field('confirmPassword')}
        label="Confirmar contraseña"
        autoComplete="new-password"
        required
      />
      <Button type="submit" loading={sending} disabled={!hydrated} wide>
        Guardar contraseña
      </Button>
    </form>
  )
}
