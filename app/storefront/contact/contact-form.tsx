import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { contactBody, HONEYPOT_FIELD } from '#contract/requests.ts'
import { browserApi } from '../../api/client.ts'
import { DataNote } from '../../forms/data-note.tsx'
import { useDraft } from '../../forms/draft.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { blurActiveField, FieldError, InputField, TextAreaField } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'
import { HoneypotField } from '../honeypot-field.tsx'

type Contact = z.input<typeof contactBody>

const FIELDS = ['fullname', 'email', 'message'] as const
/** The call's fields without an input in this form. */
const BLANK = { typeForm: 'contact', phone: '', product: '', photo: '' } as const

const EMPTY: Contact = { fullname: '', email: '', message: '', [HONEYPOT_FIELD]: '' }

/** The contact form (docs/product.md#contact). */
export function ContactForm() {
  const form = useForm<Contact>({
    resolver: zodResolver(contactBody),
    mode: 'onTouched',
    defaultValues: EMPTY,
  })
  const { register, reset } = form
  const { errors } = form.formState
  const clearDraft = useDraft('contacto', FIELDS, form)
  const { formProps, sending, failure } = useSubmit(
    form,
    async (body) => {
      const { message } = await browserApi.createContactRequest({ body: { ...body, ...BLANK } })
      blurActiveField()
      reset(EMPTY)
      clearDraft()
      await notice.alert({ title: 'Listo!', text: message, icon: 'success' })
    },
    { failureAs: 'line' },
  )

  const field = (name: (typeof FIELDS)[number]) => ({
    ...register(name),
    required: true,
    error: errors[name]?.message,
  })

  return (
    <form {...formProps} aria-labelledby="contact-title" className="grid content-start gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField label="Nombre completo" {...field('fullname')} autoComplete="name" />
        <InputField label="Correo electrónico" {...field('email')} type="email" autoComplete="email" />
      </div>
      <TextAreaField label="Mensaje" {...field('message')} rows={5} />
      <HoneypotField {...register(HONEYPOT_FIELD)} />
      <DataNote>Usamos estos datos solo para responderte.</DataNote>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" loading={sending} className="max-sm:w-full sm:min-w-48">
          Enviar mensaje
        </Button>
        <FieldError error={failure} />
      </div>
    </form>
  )
}
