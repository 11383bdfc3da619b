import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { passwordAndCodeBody } from '#contract/second-factor.ts'
import { browserApi } from '../../api/client.ts'
import { useSaved } from '../../forms/use-saved.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { PasswordField } from '../password-field.tsx'
import { CodeField } from './code-field.tsx'

/** Turns the user's own second factor off, in a modal, after the password and a code. */
export function DisableForm({ required, onClose }: { required: boolean; onClose: () => void }) {
  const saved = useSaved(onClose)
  const form = useForm({
    resolver: zodResolver(passwordAndCodeBody),
    defaultValues: { password: '', code: '' },
  })
  const { errors } = form.formState
  const { formProps, sending, failure } = useSubmit(
    form,
    async (body) => {
      const { message } = await browserApi.disableSecondFactor({ body })
      await saved('Listo!', message)
    },
    { failureAs: 'line-or-field' },
  )
  return (
    <form {...formProps} aria-label="Desactivar segundo factor" className="grid gap-4">
      <p className="text-soft">
        {required
          ? 'Tu rol lo exige: después tendrás que configurarlo de nuevo para seguir trabajando.'
          : 'Tu cuenta quedará protegida solo por la contraseña.'}
      </p>
      <PasswordField
        {...form.register('password')}
        label="Tu contraseña"
        autoComplete="current-password"
        data-autofocus=""
        required
        error={errors.password?.message}
      />
      <CodeField {...form.register('code')} error={errors.code?.message} />
      <FieldError error={failure} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" look="danger" loading={sending}>
          Desactivar
        </Button>
      </div>
    </form>
  )
}
