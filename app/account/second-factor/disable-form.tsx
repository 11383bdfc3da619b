import { passwordAndCodeBody } from '#contract/second-factor.ts'
import { browserApi } from '../../api/client.ts'
import { ModalButtons } from '../../forms/form-modal.tsx'
import { useSaved } from '../../forms/in-modal.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { PasswordField } from '../password-field.tsx'
import { CodeField } from './code-field.tsx'

/** Turns the user's own second factor off, in a modal, after the password and a code. */
export function DisableForm({ required }: { required: boolean }) {
  const saved = useSaved()
  const form = useSchemaForm(passwordAndCodeBody, { password: '', code: '' })
  const submit = useSubmit(
    form,
    async (body) => {
      const { message } = await browserApi.disableSecondFactor({ body })
      await saved('Listo!', message)
    },
    { asks: false },
  )
  return (
    <form {...submit.formProps} aria-label="Desactivar segundo factor" className="grid gap-4">
      <p className="text-soft">
        {required
          ? 'Tu rol lo exige: después tendrás que configurarlo de nuevo para seguir trabajando.'
          : 'Tu cuenta quedará protegida solo por la contraseña.'}
      </p>
      <PasswordField
        {...submit.field('password')}
        label="Tu contraseña"
        autoComplete="current-password"
        data-autofocus=""
        required
      />
      <CodeField {...submit.field('code')} />
      <ModalButtons submit="Desactivar" look="danger" form={submit} />
    </form>
  )
}
