import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { answerBody, type FormRequest } from '#contract/requests.ts'
import { browserApi } from '../../../api/client.ts'
import { refusalOf } from '../../../api/server-failure.ts'
import { showIssues } from '../../../forms/show-issues.ts'
import { type UnsavedDraft, useDraftValues, useKeepUnsaved } from '../../../forms/unsaved-draft.ts'
import { useMounted } from '../../../forms/use-mounted.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, InputField, TextAreaField } from '../../../ui/field.tsx'
import { notice } from '../../../ui/notice.tsx'
import { ANSWER_SUBJECT, answerTemplate } from './answer-texts.ts'

/** Writes an answer, which the pharmacy's server mails. It begins with a greeting and the cursor below it. */
export function AnswerForm({
  request,
  draft,
  onDirty,
  onCancel,
  onSent,
}: {
  request: FormRequest
  draft: UnsavedDraft | null
  onDirty: (dirty: boolean) => void
  onCancel: () => void
  onSent: (request: FormRequest, message: string) => void
}) {
  const { beginning, end } = answerTemplate(request)
  const template = beginning + end
  // Of this form and of its draft: a second submit after a lost answer sends no second mail.
  const [key] = useState(() => draft?.values.key ?? crypto.randomUUID())
  const [failure, setFailure] = useState<string>()
  const mounted = useMounted()
  const form = useForm<{ subject: string; message: string }>({
    resolver: zodResolver(answerBody),
    mode: 'onTouched',
    defaultValues: { subject: ANSWER_SUBJECT, message: template },
  })
  const { errors, isDirty, isSubmitting } = form.formState
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty, onDirty])
  useDraftValues(form, draft)
  useKeepUnsaved(isDirty, () => ({
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

  const submit = form.handleSubmit(async (body) => {
    if (body.message === template.trim()) {
      form.setError('message', { message: 'Escribe tu respuesta.' }, { shouldFocus: true })
      return
    }
    setFailure(undefined)
    try {
      const { data, message } = await browserApi.answerRequest({
        params: { id: request._id },
        body,
        headers: { 'Idempotency-Key': key },
      })
      onSent(data, message)
    } catch (error) {
      const refusal = await refusalOf(error)
      if (!mounted.current) return notice.error(refusal.message)
      setFailure(refusal.message)
      showIssues(refusal, form)
    }
  })

  const { ref, ...message } = form.register('message')
  return (
    <form
      noValidate
      aria-label="Responder por correo"
      onSubmit={(event) => (isSubmitting ? event.preventDefault() : submit(event))}
      className="grid gap-4 border-line border-t pt-4"
    >
      <p className="text-sm wrap-anywhere">
        <span className="text-soft">Para</span> {request.email}
      </p>
      <InputField
        label="Asunto"
        hint="Se ve en pantallas bloqueadas: sin remedios ni diagnósticos."
        autoComplete="off"
        required
        {...form.register('subject')}
        error={errors.subject?.message}
      />
      <TextAreaField
        label="Respuesta"
        rows={9}
        required
        {...message}
        ref={(element) => {
          ref(element)
          text.current = element
        }}
        error={errors.message?.message}
      />
      <FieldError error={failure} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" icon="mail" loading={isSubmitting}>
          Enviar respuesta
        </Button>
      </div>
    </form>
  )
}
