import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { href, Link } from 'react-router'
import { loginBody } from '#contract/users.ts'
import { browserApi } from '../api/client.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { Button, keepFocus, LinkButton } from '../ui/button.tsx'
import { InputField } from '../ui/field.tsx'
import { finishLogin } from './finish-login.ts'
import { closeLogin, type LoginRequest } from './login-modal-state.ts'
import { PasswordField } from './password-field.tsx'
import { CHECKOUT_REGISTRATION } from './register/checkout-registration.ts'

/** The login modal's form (docs/product.md#login). */
export function LoginForm({ request }: { request: LoginRequest }) {
  const form = useForm({
    resolver: zodResolver(loginBody),
    mode: 'onTouched',
    defaultValues: { email: request.email ?? '', password: '' },
  })
  const { register, setFocus } = form
  const { errors } = form.formState
  useEffect(() => setFocus(request.email ? 'password' : 'email'), [setFocus, request.email])

  const { formProps, sending } = useSubmit(
    form,
    async (body, { signal }) => {
      await finishLogin(await browserApi.login({ body, signal }), request.returnTo)
      // The button stays busy until the next page has loaded.
      await new Promise(() => {})
    },
    { failureAs: 'dialog', focus: 'password' },
  )

  return (
    <form {...formProps} aria-label="Iniciar sesión" className="grid gap-4">
      {request.returnTo && (
        <p className="text-soft">
          {request.reason ?? 'Para finalizar tu compra, entra a tu cuenta o crea una.'} Tu carrito se
          conserva.
        </p>
      )}
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
        to={href('/identificarse')}
        onMouseDown={keepFocus}
        onClick={closeLogin}
        className="w-fit rounded-lg font-semibold text-brand underline underline-offset-4"
      >
        ¿Olvidaste tu contraseña?
      </Link>
      <Button type="submit" loading={sending} wide>
        Ingrese a su cuenta
      </Button>
      {request.returnTo ? (
        <LinkButton
          to={CHECKOUT_REGISTRATION}
          look="secondary"
          wide
          onMouseDown={keepFocus}
          onClick={closeLogin}
        >
          Crear cuenta
        </LinkButton>
      ) : (
        <p className="text-center text-soft">
          ¿Aún no tienes cuenta?{' '}
          <Link
            to={href('/registro')}
            onMouseDown={keepFocus}
            onClick={closeLogin}
            className="rounded-lg font-semibold text-brand underline underline-offset-4"
          >
            Regístrate
          </Link>
        </p>
      )}
    </form>
  )
}
