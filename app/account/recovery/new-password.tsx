import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, type MetaFunction, useNavigate, useParams } from 'react-router'
import { resetPasswordBody } from '#contract/account.ts'
import { store } from '#store'
import { ApiError, browserApi } from '../../api.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import { dropSession } from '../../browser/session.ts'
import { Button } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { notice } from '../../ui/notice.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { openLogin } from '../login-modal-state.ts'
import { PasswordField } from '../password-field.tsx'

export const meta: MetaFunction = () => [
  { title: pageTitle('Nueva contraseña') },
  { name: 'robots', content: 'noindex' },
]

/**
 * Password recovery, second half (spec §2). Outside the shop's frame: its address is a secret while the link lives, so
 * nothing here comes from or leads to another site.
 */
export default function NewPassword() {
  return (
    <main className="frame grid min-h-dvh content-start justify-items-center py-8 md:py-16">
      <Link to="/" aria-label={`${store.name}, inicio`} className="rounded-lg">
        <Logo />
      </Link>
      <div className="mt-8 w-full max-w-[28rem]">
        <h1 className="text-xl">Nueva contraseña</h1>
        <p className="mt-2 text-soft">Al guardarla se cierran las sesiones que tengas abiertas.</p>
        <PasswordForm token={useParams().token ?? ''} />
        <p className="mt-6 text-center text-soft">
          ¿El enlace no funciona?{' '}
          <Link
            to="/identificarse"
            className="rounded-lg font-semibold text-brand underline underline-offset-4"
          >
            Solicita uno nuevo
          </Link>
        </p>
      </div>
    </main>
  )
}

function PasswordForm({ token }: { token: string }) {
  const { register, handleSubmit, setError, setFocus, trigger, formState } = useForm<{
    password: string
    confirmPassword: string
  }>({ resolver: zodResolver(resetPasswordBody), mode: 'onTouched' })
  const { errors, touchedFields, isSubmitting } = formState
  const navigate = useNavigate()
  const alive = useHydrated()

  const submit = handleSubmit(async (body) => {
    try {
      const { message } = await browserApi.resetPassword({ params: { token }, body })
      // The server has ended every session of this user's, this browser's with them.
      dropSession()
      await notice.show({ title: 'Listo!', text: message, icon: 'success' })
      await navigate('/', { replace: true })
      openLogin()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await notice.show({ title: 'Error!', text: error.message, icon: 'error' })
      for (const { path, message } of error.issues) {
        if (path === 'password' || path === 'confirmPassword') setError(path, { message })
      }
      setFocus('password')
    }
  })

  return (
    <form
      noValidate
      method="post"
      aria-label="Nueva contraseña"
      onSubmit={(event) => (isSubmitting ? event.preventDefault() : submit(event))}
      className="card mt-6 grid gap-4 p-4 sm:p-6"
    >
      <PasswordField
        {...register('password', {
          // Whether the two are equal is asked again when either changes.
          onChange: () => void (touchedFields.confirmPassword && trigger('confirmPassword')),
        })}
        label="Contraseña"
        autoComplete="new-password"
        hint="Al menos 8 caracteres."
        required
        error={errors.password?.message}
      />
      <PasswordField
        {...register('confirmPassword')}
        label="Confirmar contraseña"
        autoComplete="new-password"
        required
        error={errors.confirmPassword?.message}
      />
      <Button type="submit" loading={isSubmitting} disabled={!alive} wide>
        Guardar contraseña
      </Button>
    </form>
  )
}
