import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { contactBody, HONEYPOT_FIELD } from '#contract/requests.ts'
import { ApiError, browserApi } from '../../api/client.ts'
import { useDraft } from '../../browser/draft.ts'
import { DataNote } from '../../forms/data-note.tsx'
import { showIssues } from '../../forms/show-issues.ts'
import { Button } from '../../ui/button.tsx'
import { blurActiveField, FieldError, InputField, TextAreaField } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'
import { HoneypotField } from '../honeypot-field.tsx'

type Contact = z.input<typeof contactBody>

const FIELDS = ['fullname', 'email', 'message'] as const
/** The specified fields that this form has no input for. */
const BLANK = { typeForm: 'contact', phone: '', product: '', photo: '' } as const

const EMPTY: Contact = { fullname: '', email: '', message: '', [HONEYPOT_FIELD]: '' }

/** The contact form (docs/product.md#contact). */
export function ContactForm() {
  const form = useForm<Contact>({
    resolver: zodResolver(contactBody),
    mode: 'onTouched',
    defaultValues: EMPTY,
  })
  const { register, handleSubmit, reset } = form
  const { errors, isSubmitting } = form.formState
  const clearDraft = useDraft('contacto', FIELDS, form)
  const [failure, setFailure] = useState<string>()

  const submit = handleSubmit(async (body) => {
    setFailure(undefined)
    try {
      const { message } = await browserApi.createContactRequest({ body: { ...body, ...BLANK } })
      blurActiveField()
      reset(EMPTY)
      clearDraft()
      await notice.alert({ title: 'Listo!', text: message, icon: 'success' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // A line beside the button in place of a dialog (docs/product.md#silent-failures).
      setFailure(error.message)
      showIssues(error, form)
    }
  })

  const field = (name: (typeof FIELDS)[number]) => ({
    ...register(name),
    required: true,
    error: errors[name]?.message,
  })

  return (
    <form
      noValidate
      aria-labelledby="contact-title"
      onSubmit={(event) => (isSubmitting ? event.preventDefault() : submit(event))}
      className="grid content-start gap-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField label="Nombre completo" {...field('fullname')} autoComplete="name" />
        <InputField label="Correo electrónico" {...field('email')} type="email" autoComplete="email" />
      </div>
      <TextAreaField label="Mensaje" {...field('message')} rows={5} />
      <HoneypotField {...register(HONEYPOT_FIELD)} />
      <DataNote>Usamos estos datos solo para responderte.</DataNote>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" loading={isSubmitting} className="max-sm:w-full sm:min-w-48">
          Enviar mensaje
        </Button>
        <FieldError error={failure} />
      </div>
    </form>
  )
}
