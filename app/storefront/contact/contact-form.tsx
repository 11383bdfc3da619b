import { contactBody, HONEYPOT_FIELD } from '#contract/requests.ts'
import { browserApi } from '../../api/client.ts'
import { DataNote } from '../../forms/data-note.tsx'
import { useDraft } from '../../forms/draft.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { blurActiveField, FieldError, InputField, TextAreaField } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'
import { HoneypotField } from '../honeypot-field.tsx'

const FIELDS = ['fullname', 'email', 'message'] as const
/** The call's fields without an input in this form. */
const BLANK = { typeForm: 'contact', phone: '', product: '', photo: '' } as const

const EMPTY = { fullname: '', email: '', message: '', [HONEYPOT_FIELD]: '' }

export function ContactForm() {
  const form = useSchemaForm(contactBody, EMPTY)
  const clearDraft = useDraft('contacto', FIELDS, form)
  const { formProps, field, sending, failure } = useSubmit(form, async (body) => {
    const { message } = await browserApi.createContactRequest({ body: { ...body, ...BLANK } })
    blurActiveField()
    form.reset(EMPTY)
    clearDraft()
    await notice.alert({ title: 'Listo!', text: message, icon: 'success' })
  })

  return (
    <form {...formProps} aria-labelledby="contact-title" className="grid content-start gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField label="Nombre completo" {...field('fullname')} required autoComplete="name" />
        <InputField
          label="Correo electrónico"
          {...field('email')}
          required
          type="email"
          autoComplete="email"
        />
      </div>
      <TextAreaField label="Mensaje" {...field('message')} required rows={5} />
      <HoneypotField {...form.register(HONEYPOT_FIELD)} />
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
