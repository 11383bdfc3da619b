import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { contactBody, TRAP_FIELD } from '#contract/requests.ts'
import { ApiError, browserApi } from '../../api.ts'
import { useDraft } from '../../browser/draft.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, InputField, leaveField, TextAreaField } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'
import { TrapField } from '../trap-field.tsx'

type Contact = z.input<typeof contactBody>

const NAMES = ['fullname', 'email', 'message'] as const
const BLANK: Contact = { fullname: '', email: '', message: '', [TRAP_FIELD]: '' }

/** The contact form (spec §2, §5). */
export function ContactForm() {
  const form = useForm<Contact>({
    resolver: zodResolver(contactBody),
    mode: 'onTouched',
    defaultValues: BLANK,
  })
  const { register, handleSubmit, reset, setError, setFocus, formState } = form
  const { errors, isSubmitting } = formState
  const dropDraft = useDraft('contacto', NAMES, form)
  const [failure, setFailure] = useState<string>()

  const submit = handleSubmit(async (body) => {
    setFailure(undefined)
    try {
      const { message } = await browserApi.createContactRequest({ body })
      leaveField()
      reset(BLANK)
      dropDraft()
      await notice.show({ title: 'Listo!', text: message, icon: 'success' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // No dialog (spec §8): a line beside the button, and what was typed stays.
      setFailure(error.message)
      const issues = error.issues.flatMap((issue) => {
        const name = NAMES.find((name) => name === issue.path)
        return name ? [{ name, message: issue.message }] : []
      })
      for (const { name, message } of issues) setError(name, { message })
      if (issues[0]) setFocus(issues[0].name)
    }
  })

  const field = (name: (typeof NAMES)[number]) => ({
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
      <TrapField {...register(TRAP_FIELD)} />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" loading={isSubmitting} className="max-sm:w-full sm:min-w-48">
          Enviar mensaje
        </Button>
        <FieldError error={failure} />
      </div>
    </form>
  )
}
