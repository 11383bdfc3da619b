import { useEffect, useState } from 'react'
import { href, Link } from 'react-router'
import { loginBody } from '#contract/users.ts'
import { browserApi } from '../api/client.ts'
import { useSchemaForm } from '../forms/use-schema-form.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { Button, keepFocus, LinkButton } from '../ui/button.tsx'
import { InputField } from '../ui/field.tsx'
import { finishLogin } from './finish-login.ts'
import { closeLogin, type LoginRequest } from './login-modal-state.ts'
import { PasswordField } from './password-field.tsx'
import { CHECKOUT_REGISTRATION } from './register/checkout-registration.ts'
import { LoginCodeForm } from './second-factor/login-code-form.tsx'

export function LoginForm({ request }: { request: LoginRequest }) {
  const [ticket, setTicket] = useState<string>()
  const [email, setEmail] = useState(request.email)
  if (ticket)
    return <LoginCodeForm ticket={ticket} returnTo={request.returnTo} onBack={() => setTicket(undefined)} />
  return (
    <PasswordForm
      request={{ ...request, email }}
      onTicket={(ticket, email) => {
        setEmail(email)
        setTicket(ticket)
      }}
    />
  )
}

function PasswordForm({
  request,
  onTicket,
}: {
  request: LoginRequest
  onTicket: (ticket: string, email: string) => void
}) {
  const form = useSchemaForm(loginBody, { email: request.email ?? '', password: '' })
  const { setFocus } = form
  useEffect(() => setFocus(request.email ? 'password' : 'email'), [setFocus, request.email])

  const { formProps, field, sending } = useSubmit(
    form,
    async (body, { signal }) => {
      const answer = await browserApi.login({ body, signal })
      if (answer.token === undefined) return onTicket(answer.data.ticket, body.email)
      await finishLogin(answer, request.returnTo)
      // The button stays busy until the next page has loaded.
      await new Promise(() => {})
    },
    { dialog: 'message', focus: 'password' },
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
        {...field('email')}
        label="Correo electrónico"
        type="email"
        autoComplete="username"
        data-autofocus={request.email ? undefined : ''}
        required
      />
      <PasswordField
        {...field('password')}
        label="Contraseña"
        autoComplete="current-password"
        data-autofocus={request.email ? '' : undefined}
        required
      />
      <Link to={href('/identificarse')} onMouseDown={keepFocus} onClick={closeLogin} className="link w-fit">
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
          <Link to={href('/registro')} onMouseDown={keepFocus} onClick={closeLogin} className="link">
            Regístrate
          </Link>
        </p>
      )}
    </form>
  )
}
