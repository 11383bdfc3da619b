import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { codeBody } from '#contract/second-factor.ts'
import { browserApi } from '../../api/client.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { answerCodeQuestion } from './ask-code.ts'
import { CodeField } from './code-field.tsx'

/** The modal that asks for a code before a guarded call. It stands above a form, which keeps what was typed. */
export function AskCodeModal({ open }: { open: boolean }) {
  const cancel = () => answerCodeQuestion(false)
  return (
    <Modal open={open} onClose={cancel} title="Confirma que eres tú">
      <CodeForm onCancel={cancel} />
    </Modal>
  )
}

function CodeForm({ onCancel }: { onCancel: () => void }) {
  const form = useForm({ resolver: zodResolver(codeBody), defaultValues: { code: '' } })
  const { formProps, sending, failure } = useSubmit(
    form,
    async (body, { signal }) => {
      await browserApi.giveCodeAgain({ body, signal })
      answerCodeQuestion(true)
    },
    { failureAs: 'line-or-field', focus: 'code' },
  )
  return (
    <form {...formProps} aria-label="Confirma que eres tú" className="grid gap-4">
      <p className="text-soft">
        Este paso pide el código de tu segundo factor. Después no lo pediremos durante 10 minutos.
      </p>
      <CodeField {...form.register('code')} error={form.formState.errors.code?.message} data-autofocus="" />
      <FieldError error={failure} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" loading={sending}>
          Continuar
        </Button>
      </div>
    </form>
  )
}
