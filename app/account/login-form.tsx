import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { loginBody } from '#contract/users.ts'
import { ApiError, browserApi } from '../api.ts'
import { Button, keepFocus } from '../ui/button.tsx'
import { InputField } from '../ui/field.tsx'
import { notice } from '../ui/notice.tsx'
import { finishLogin } from './finish-login.ts'
import { closeLogin, type LoginRequest } from './login-modal-state.ts'
import { PasswordField } from './password-field.tsx'

/** The login modal's form (spec §2). */
export function LoginForm({ request }: { request: LoginRequest }) {
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(loginBody),
    mode: 'onTouched',
    defaultValues: { email: request.email ?? '', password: '' },
  })
  const { errors } = formState
  // The page is on its way out once the session is open: the button stays busy until then.
  const [entering, setEntering] = useState(false)

  useEffect(() => setFocus(request.email ? 'password' : 'email'), [setFocus, request.email])

  const submit = handleSubmit(async (body) => {
    setEntering(true)
    try {
      await finishLogin(await browserApi.login({ body }), request.returnTo)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setEntering(false)
      await notice.show({ title: 'Error!', text: error.message, icon: 'error' })
      setFocus('password')
    }
  })

  return (
    <form noValidate onSubmit={submit} aria-label="Iniciar sesión" className="grid gap-4">
      <InputField
        {...register('email')}
        label="Correo electrónico"
        type="email"
        autoComplete="username"
        data-autofocus={request.email ? undefined : ''}
        required
        error={errors.email?.message}
      />
      <PasswordField
        {...register('password')}
        label="Contraseña"
        autoComplete="current-password"
        data-autofocus={request.email ? '' : undefined}
        required
        error={errors.password?.message}
      />
      <Link
        to="/identificarse"
        onMouseDown={keepFocus}
        onClick={closeLogin}
        className="w-fit rounded-lg font-semibold text-brand underline underline-offset-4"
      >
        ¿Olvidaste tu contraseña?
      </Link>
      <Button type="submit" loading={entering} wide>
        Ingrese a su cuenta
      </Button>
      <p className="text-center text-soft">
        ¿Aún no tienes cuenta?{' '}
        <Link
          to="/registro"
          onMouseDown={keepFocus}
          onClick={closeLogin}
          className="rounded-lg font-semibold text-brand underline underline-offset-4"
        >
          Regístrate
        </Link>
      </p>
    </form>
  )
}
