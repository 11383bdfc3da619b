import { codeBody } from '#contract/second-factor.ts'
import { browserApi } from '../../api/client.ts'
import { FormModal, ModalButtons } from '../../forms/form-modal.tsx'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { answerCodeQuestion } from './ask-code.ts'
import { CodeField } from './code-field.tsx'

/** The modal that asks for a code before a guarded call. It stands above a form, which keeps what was typed. */
export function AskCodeModal({ open }: { open: boolean }) {
  return (
    <FormModal open={open} onClose={() => answerCodeQuestion(false)} title="Confirma que eres tú">
      <CodeForm />
    </FormModal>
  )
}

function CodeForm() {
  const form = useSchemaForm(codeBody, { code: '' })
  const submit = useSubmit(
    form,
    async (body, { signal }) => {
      await browserApi.giveCodeAgain({ body, signal })
      answerCodeQuestion(true)
    },
    { focus: 'code', asks: false },
  )
  return (
    <form {...submit.formProps} aria-label="Confirma que eres tú" className="grid gap-4">
      <p className="text-soft">
        Este paso pide el código de tu segundo factor. Después no lo pediremos durante 10 minutos.
      </p>
      <CodeField {...submit.field('code')} data-autofocus="" />
      <ModalButtons submit="Continuar" form={submit} />
    </form>
  )
}
