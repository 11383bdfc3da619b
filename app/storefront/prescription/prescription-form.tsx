import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, type FieldErrors, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { chosenFile } from '#contract/files.ts'
import {
  type FORM_TYPES,
  HONEYPOT_FIELD,
  PRESCRIPTION_FILE,
  PRESCRIPTION_FILE_KIND,
  prescriptionBody,
} from '#contract/requests.ts'
import { formatPhone, mayBecomePhone } from '#domain/phone.ts'
import { browserApi } from '../../api/client.ts'
import { useHydrated } from '../../browser/external-store.ts'
import { DataNote } from '../../forms/data-note.tsx'
import { useDraft } from '../../forms/draft.ts'
import { formattedWhenLeft } from '../../forms/formatted-when-left.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { blurActiveField, FieldError, InputField, TextAreaField } from '../../ui/field.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { notice } from '../../ui/notice.tsx'
import { HoneypotField } from '../honeypot-field.tsx'

const prescriptionForm = prescriptionBody.extend({
  photo: chosenFile.refine((file) => PRESCRIPTION_FILE.test(file.name), PRESCRIPTION_FILE_KIND),
})

type PrescriptionValues = z.input<typeof prescriptionForm>

const TEXT_FIELDS = ['fullname', 'phone', 'email', 'product', 'message'] as const

/** Fields whose pattern holds for each character, so that an incomplete value can be checked. */
const PATTERN_FIELDS: readonly string[] = ['fullname', 'phone', 'photo']

/**
 * Whether an error shows before the field is touched, as pattern errors do. A message that is too
 * short, an incomplete e-mail or the beginning of a phone number (+56) doesn't.
 */
const showsAtOnce = (name: keyof PrescriptionValues, error: FieldErrors[string], phone?: string) =>
  PATTERN_FIELDS.includes(name) &&
  error?.type !== 'too_small' &&
  error?.type !== 'invalid_type' &&
  !(name === 'phone' && mayBecomePhone(phone ?? ''))

function toFormData(values: z.output<typeof prescriptionForm>): FormData {
  const form = new FormData()
  form.append('typeForm', 'prescription-book' satisfies (typeof FORM_TYPES)[number])
  for (const [name, value] of Object.entries(values)) if (value !== undefined) form.append(name, value)
  return form
}

const fieldOfCode = { TOO_LARGE: 'photo', WRONG_KIND: 'photo' } as const

export function PrescriptionForm() {
  // Without default values react-hook-form takes over the text that was typed before hydration. It validates every change;
  // `errorOf` decides which errors are shown.
  const form = useForm<PrescriptionValues, unknown, z.output<typeof prescriptionForm>>({
    resolver: zodResolver(prescriptionForm),
    mode: 'all',
  })
  const { register, control, reset } = form
  const { errors, touchedFields, submitCount } = form.formState
  const clearDraft = useDraft('recetario', TEXT_FIELDS, form)
  // Watched, because the error stays the same while a number becomes impossible to complete.
  const phone = form.watch('phone')
  const hydrated = useHydrated()
  const { formProps, sending, failure } = useSubmit(
    form,
    async (values) => {
      const { message } = await browserApi.createPrescriptionRequest({ form: toFormData(values) })
      blurActiveField()
      reset()
      clearDraft()
      await notice.alert({ title: 'Prescripción enviada!', text: message, icon: 'success' })
    },
    { fieldOfCode },
  )

  const errorOf = (name: (typeof TEXT_FIELDS)[number] | 'photo') =>
    touchedFields[name] || submitCount > 0 || showsAtOnce(name, errors[name], phone)
      ? errors[name]?.message
      : undefined
  const field = (name: (typeof TEXT_FIELDS)[number]) => ({
    ...register(name),
    required: true,
    error: errorOf(name),
  })

  return (
    <form
      {...formProps}
      method="post"
      aria-label="Solicitud de cotización"
      className="card relative grid h-fit gap-4 overflow-clip p-4 sm:grid-cols-2 sm:p-6"
    >
      <InputField
        label="Nombre completo"
        {...field('fullname')}
        autoComplete="name"
        className="sm:col-span-2"
      />
      <InputField
        label="Teléfono"
        {...formattedWhenLeft(field('phone'), formatPhone)}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
      <InputField label="Correo electrónico" {...field('email')} type="email" autoComplete="email" />
      <InputField label="Producto" {...field('product')} className="sm:col-span-2" />
      <TextAreaField label="Mensaje" {...field('message')} className="sm:col-span-2" />
      <Controller
        control={control}
        name="photo"
        render={({ field }) => (
          <FileField
            {...field}
            label="Foto de la receta"
            hint="Una imagen .png, .jpg o .jpeg de hasta 8 MB."
            accept=".png,.jpg,.jpeg,image/png,image/jpeg"
            onChange={(file) => field.onChange(file ?? undefined)}
            required
            error={errorOf('photo')}
            className="sm:col-span-2"
          />
        )}
      />
      <HoneypotField {...register(HONEYPOT_FIELD)} />
      <DataNote className="sm:col-span-2">
        La receta es un dato de salud: al enviarla nos autorizas a usarla para cotizar y responderte.
      </DataNote>
      <div className="flex flex-wrap items-center gap-4 sm:col-span-2">
        {/* Before hydration the browser itself would submit the form, without our code. */}
        <Button type="submit" loading={sending} disabled={!hydrated} className="max-sm:w-full sm:min-w-48">
          Enviar receta
        </Button>
        <FieldError error={failure} />
      </div>
    </form>
  )
}
