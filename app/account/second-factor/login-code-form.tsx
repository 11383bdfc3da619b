import { useEffect } from 'react'
import { loginCodeBody } from '#contract/second-factor.ts'
import { browserApi } from '../../api/client.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, FieldError } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'
import { finishLogin } from '../finish-login.ts'
import { CodeField } from './code-field.tsx'

/** The login's second step, for an account with a second factor. `onBack` shows the first step again. */
export function LoginCodeForm({
  ticket,
  returnTo,
  onBack,
}: {
  ticket: string
  returnTo: string | undefined
  onBack: () => void
}) {
  const form = useSchemaForm(loginCodeBody, { ticket, code: '', remember: false })
  const { register, setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])

  const { formProps, field, sending, failure } = useSubmit(
    form,
    async (body, { signal }) => {
      await finishLogin(await browserApi.loginWithCode({ body, signal }), returnTo)
      // The button stays busy until the next page has loaded.
      await new Promise(() => {})
    },
    {
      focus: 'code',
      onRefused: ({ code, message }) => {
        if (code !== 'DEAD_TICKET') return
        onBack()
        void notice.error(message)
      },
    },
  )

  return (
    <form {...formProps} aria-label="Segundo factor" className="grid gap-4">
      <p className="text-soft">Tu contraseña es correcta. Falta el código de tu segundo factor.</p>
      <CodeField {...field('code')} />
      <Checkbox label="No pedirlo en este navegador durante 30 días" {...register('remember')} />
      <FieldError error={failure} />
      <Button type="submit" loading={sending} wide>
        Entrar
      </Button>
      <Button look="quiet" wide onClick={onBack}>
        Volver
      </Button>
    </form>
  )
}
