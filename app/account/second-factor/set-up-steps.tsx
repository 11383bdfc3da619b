import { useState } from 'react'
import { passwordBody } from '#contract/account.ts'
import type { CallAnswer } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { codeBody } from '#contract/second-factor.ts'
import { ApiError, browserApi } from '../../api/client.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { CopyButton } from '../../orders/copy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { PasswordField } from '../password-field.tsx'
import { AppCodeField } from './code-field.tsx'
import { RecoveryCodes, takeFocus } from './recovery-codes.tsx'

type Secret = CallAnswer<Calls['startSecondFactor']>['data']

/**
 * Sets up a second factor: the password, the app, the recovery codes.
 *
 * @param onConfirmed called when the second factor is on, and its codes are shown
 * @param onDone called when the user has kept the codes
 */
export function SetUpSteps({ onConfirmed, onDone }: { onConfirmed: () => void; onDone: () => void }) {
  const [secret, setSecret] = useState<Secret>()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />
  if (!secret) return <PasswordStep onStarted={setSecret} />
  return (
    <AppStep
      secret={secret}
      onConfirmed={(recoveryCodes) => {
        setCodes(recoveryCodes)
        onConfirmed()
      }}
    />
  )
}

function PasswordStep({ onStarted }: { onStarted: (secret: Secret) => void }) {
  const form = useSchemaForm(passwordBody, { password: '' })
  const { formProps, field, sending, failure } = useSubmit(
    form,
    async (body) => onStarted((await browserApi.startSecondFactor({ body })).data),
    { focus: 'password' },
  )
  return (
    <form {...formProps} aria-label="Tu contraseña" className="grid gap-4">
      <p className="text-soft">
        Al iniciar sesión te pediremos además un código de tu teléfono. Necesitas una aplicación de códigos,
        como Aegis, 2FAS, Google Authenticator o Microsoft Authenticator.
      </p>
      <PasswordField
        {...field('password')}
        label="Tu contraseña"
        autoComplete="current-password"
        data-autofocus=""
        required
      />
      <FieldError error={failure} />
      <Button type="submit" loading={sending} className="justify-self-end max-sm:w-full">
        Continuar
      </Button>
    </form>
  )
}

function AppStep({
  secret: { secret, uri, qr },
  onConfirmed,
}: {
  secret: Secret
  onConfirmed: (codes: string[]) => void
}) {
  const form = useSchemaForm(codeBody, { code: '' })
  const { formProps, field, sending, failure } = useSubmit(
    form,
    async (body) => onConfirmed((await browserApi.confirmSecondFactor({ body })).data.recoveryCodes),
    { focus: 'code' },
  )
  const spaced = secret.replace(/(.{4})(?=.)/g, '$1 ')
  return (
    <form {...formProps} aria-label="Tu aplicación" className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-[11rem_minmax(0,1fr)] sm:items-center">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
          alt="Código QR para tu aplicación"
          width={176}
          height={176}
          className="rounded-lg border border-line bg-white max-sm:mx-auto"
        />
        <div className="grid gap-2">
          <p tabIndex={-1} ref={takeFocus} className="outline-none">
            Escanea el código QR con tu aplicación.
          </p>
          <p className="text-soft">
            ¿Estás en el teléfono?{' '}
            <a href={uri} className="link">
              Ábrelo en tu aplicación
            </a>{' '}
            o escribe esta clave:
          </p>
          <p className="flex items-center gap-2 rounded-lg bg-mint py-1 pr-1 pl-3">
            <span className="min-w-0 flex-1 break-words font-mono">{spaced}</span>
            <CopyButton label="la clave" value={secret} words="Copiar" />
          </p>
        </div>
      </div>
      <AppCodeField {...field('code')} />
      <FieldError error={failure} />
      <Button type="submit" loading={sending} className="justify-self-end max-sm:w-full">
        Activar
      </Button>
    </form>
  )
}

/** The state of the user's own second factor; null when it couldn't be loaded. */
export async function loadSecondFactor(signal: AbortSignal) {
  try {
    return (await browserApi.getSecondFactor({ signal })).data
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return null
  }
}
