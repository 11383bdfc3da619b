import { useEffect, useRef, useState } from 'react'
import { answerBody, type FormRequest } from '#contract/requests.ts'
import { browserApi } from '../../../api/client.ts'
import { type UnsavedDraft, useUnsavedDraft } from '../../../forms/draft.ts'
import { useSchemaForm } from '../../../forms/use-schema-form.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { EmailText } from '../../../ui/email-text.tsx'
import { FieldError, InputField, TextAreaField } from '../../../ui/field.tsx'
import { ANSWER_SUBJECT, answerTemplate } from './answer-texts.ts'

/** Writes an answer, which the server mails. The text begins with a greeting, and the cursor stands below. */
export function AnswerForm({
  request,
  draft,
  rows,
  onCancel,
  onSent,
}: {
  request: FormRequest
  draft: UnsavedDraft | null
  rows: number
  onCancel: () => void
  onSent: (request: FormRequest, message: string) => void
}) {
  const { beginning, end } = answerTemplate(request)
  const template = beginning + end
  // The form and its draft share an idempotency key: a second submit after a lost answer sends no second mail.
  const [key] = useState(() => draft?.values.key ?? crypto.randomUUID())
  const form = useSchemaForm(answerBody, { subject: ANSWER_SUBJECT, message: template })
  useUnsavedDraft(form, draft, () => ({
    form: 'answer',
    about: `la respuesta a ${request.fullname}`,
    row: request,
    values: { ...form.getValues(), key },
  }))

  const text = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    text.current?.focus()
    text.current?.setSelectionRange(beginning.length, beginning.length)
  }, [beginning])

  const { formProps, field, sending, failure } = useSubmit(form, async (body) => {
    if (body.message === template.trim())
      return form.setError('message', { message: 'Escribe tu respuesta.' }, { shouldFocus: true })
    const { data, message } = await browserApi.answerRequest({
      params: { id: request._id },
      body,
      headers: { 'Idempotency-Key': key },
    })
    onSent(data, message)
  })

  const { ref, ...message } = field('message')
  return (
    <form {...formProps} aria-label="Responder por correo" className="grid gap-4 border-line border-t pt-4">
      <p className="break-words text-sm">
        <span className="text-soft">Para</span> <EmailText email={request.email} />
      </p>
      <InputField
        label="Asunto"
        hint="Se ve en pantallas bloqueadas: sin remedios ni diagnósticos."
        autoComplete="off"
        required
        {...field('subject')}
      />
      <TextAreaField
        label="Respuesta"
        rows={rows}
        required
        {...message}
        // The modal puts the focus here when it opens with the form.
        data-autofocus
        ref={(element) => {
          ref(element)
          text.current = element
        }}
      />
      <FieldError error={failure} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" icon="mail" loading={sending}>
          Enviar respuesta
        </Button>
      </div>
    </form>
  )
}
