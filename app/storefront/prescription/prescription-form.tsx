import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { TRAP_FIELD } from '#contract/requests.ts'
import { ApiError, browserApi } from '../../api.ts'
import { useDraft } from '../../browser/draft.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, InputField, leaveField, TextAreaField } from '../../ui/field.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { notice } from '../../ui/notice.tsx'
import { TrapField } from '../trap-field.tsx'
import {
  type PrescriptionValues,
  prescriptionForm,
  showsAtOnce,
  TYPED,
  toForm,
} from './prescription-values.ts'

/** What a refusal has to do with the image alone. */
const PHOTO_CODES: readonly string[] = ['TOO_LARGE', 'WRONG_KIND']
const FIELDS = [...TYPED, 'photo'] as const

/** The prescription form (spec §2, §5). */
export function PrescriptionForm() {
  // No default values: what somebody typed before the page came alive is then taken over from the inputs. Every change is
  // checked; what shows of it, and when, is decided below.
  const form = useForm<PrescriptionValues, unknown, z.output<typeof prescriptionForm>>({
    resolver: zodResolver(prescriptionForm),
    mode: 'all',
  })
  const { register, control, handleSubmit, reset, setError, setFocus, formState } = form
  const { errors, touchedFields, submitCount, isSubmitting } = formState
  const dropDraft = useDraft('recetario', TYPED, form)
  const alive = useHydrated()
  const [failure, setFailure] = useState<string>()

  const submit = handleSubmit(async (values) => {
    setFailure(undefined)
    try {
      const { message } = await browserApi.createPrescriptionRequest({ form: toForm(values) })
      leaveField()
      reset()
      dropDraft()
      await notice.show({ title: 'Prescripción enviada!', text: message, icon: 'success' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // No dialog (spec §8): a line beside the button, and what was typed and chosen stays.
      setFailure(error.message)
      const told = PHOTO_CODES.includes(error.code)
        ? [{ path: 'photo', message: error.message }]
        : error.issues
      const issues = told.flatMap((issue) => {
        const name = FIELDS.find((name) => name === issue.path)
        return name ? [{ name, message: issue.message }] : []
      })
      for (const { name, message } of issues) setError(name, { message })
      if (issues[0]) setFocus(issues[0].name)
    }
  })

  const errorOf = (name: (typeof FIELDS)[number]) =>
    touchedFields[name] || submitCount > 0 || showsAtOnce(name, errors[name])
      ? errors[name]?.message
      : undefined
  const field = (name: (typeof TYPED)[number]) => ({
    ...register(name),
    required: true,
    error: errorOf(name),
  })

  return (
    <form
      noValidate
      method="post"
      aria-label="Solicitud de cotización"
      onSubmit={(event) => (isSubmitting ? event.preventDefault() : submit(event))}
      className="card relative grid h-fit gap-4 overflow-clip p-4 sm:grid-cols-2 sm:p-6"
    >
      <InputField
        label="Nombre completo"
        {...field('fullname')}
        autoComplete="name"
        className="sm:col-span-2"
      />
      <InputField label="Teléfono" {...field('phone')} type="tel" inputMode="numeric" autoComplete="tel" />
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
      <TrapField {...register(TRAP_FIELD)} />
      <div className="flex flex-wrap items-center gap-4 sm:col-span-2">
        {/* Until the page is alive a press would send the form as a plain one. */}
        <Button type="submit" loading={isSubmitting} disabled={!alive} className="max-sm:w-full sm:min-w-48">
          Enviar receta
        </Button>
        <FieldError error={failure} />
      </div>
    </form>
  )
}
