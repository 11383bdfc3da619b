import { Controller, type Path, type Resolver, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { UNAVAILABLE_MESSAGE } from '#contract/messages.ts'
import type { GENDERS, registrationBody } from '#contract/users.ts'
import { BIRTH_YEARS, MONTHS } from '#domain/birth-date.ts'
import { ApiError, browserApi } from '../../api.ts'
import { useDraft } from '../../browser/draft.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, InputField, SelectField } from '../../ui/field.tsx'
import { notice } from '../../ui/notice.tsx'
import { FormSection } from '../form-section.tsx'
import { InterestsField } from '../interests-field.tsx'
import { openLogin } from '../login-modal-state.ts'
import { PasswordField } from '../password-field.tsx'

const days = Array.from({ length: 31 }, (_, index) => index + 1)
const years = Array.from(
  { length: BIRTH_YEARS.last - BIRTH_YEARS.first + 1 },
  (_, n) => BIRTH_YEARS.first + n,
)

// Written out: the contract's file brings zod, which the rules alone have a use for.
const genders: typeof GENDERS = ['MASCULINO', 'FEMENINO']

type Registration = z.input<typeof registrationBody>
type Checked = z.output<typeof registrationBody>

/** What a reload brings back: never the passwords. */
const REMEMBERED = [
  'name',
  'last_name',
  'rut',
  'gender',
  'phone',
  'cellphone',
  'day',
  'month',
  'year',
  'email',
  'category',
] as const satisfies Path<Registration>[]

/** The rules come when somebody enters the form. Without them nothing is sent, and what was typed stays. */
const loadRules = () => import('./rules.ts')
const resolver: Resolver<Registration, unknown, Checked> = async (...form) => {
  try {
    const { resolve } = await loadRules()
    return resolve(...form)
  } catch {
    return { values: {}, errors: { root: { type: 'network', message: UNAVAILABLE_MESSAGE } } }
  }
}

/** The register form (spec §2, §5). `missing` stands where the categories would, when they could not be had. */
export function RegisterForm({
  categories,
  missing,
}: {
  categories: readonly string[]
  missing: React.ReactNode
}) {
  // No default values: what somebody typed before the page came alive is then taken over from the inputs.
  const form = useForm<Registration, unknown, Checked>({
    resolver,
    mode: 'onTouched',
  })
  const { register, handleSubmit, setError, setFocus, formState } = form
  const dropDraft = useDraft('registro', REMEMBERED, form)
  const { errors, touchedFields, isSubmitted, isSubmitting } = formState
  const navigate = useNavigate()
  const alive = useHydrated()

  /** A field whose rule looks at another one is checked again when that one changes, once it has been touched or sent. */
  const rechecks = (name: 'day' | 'repeat_password') => ({
    onChange: () => void ((touchedFields[name] || isSubmitted) && form.trigger(name)),
  })

  const submit = handleSubmit(async (body) => {
    try {
      const { message } = await browserApi.createClient({ body })
      dropDraft()
      await notice.show({ title: 'Listo!', text: message, icon: 'success' })
      await navigate('/')
      openLogin({ email: body.email })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await notice.show({ title: 'Error!', text: error.message, icon: 'error' })
      const issues = error.code === 'EMAIL_TAKEN' ? [{ path: 'email', message: error.message }] : error.issues
      for (const { path, message } of issues) setError(path as Path<Registration>, { message })
      if (issues[0]) setFocus(issues[0].path as Path<Registration>)
    }
  })

  const field = (name: Path<Registration>, options = {}) => ({
    ...register(name, options),
    required: true,
    error: errors[name]?.message,
  })

  return (
    <form
      noValidate
      method="post"
      onSubmit={submit}
      onFocus={() => void loadRules().catch(() => undefined)}
      aria-label="Crear cuenta"
      className="mt-8 grid gap-6"
    >
      <FormSection title="Datos personales">
        <InputField label="Nombre" {...field('name')} autoComplete="given-name" />
        <InputField label="Apellidos" {...field('last_name')} autoComplete="family-name" />
        <InputField label="RUT" {...field('rut')} inputMode="numeric" hint="Solo números, sin guion." />
        <SelectField label="Género" {...field('gender')} autoComplete="sex">
          <option value="">Selecciona</option>
          <Options values={genders} />
        </SelectField>
        <InputField label="Teléfono" {...field('phone')} type="tel" inputMode="numeric" autoComplete="tel" />
        <InputField
          label="Celular"
          {...field('cellphone')}
          type="tel"
          inputMode="numeric"
          autoComplete="tel"
        />
      </FormSection>
      <FormSection title="Fecha de nacimiento" columns="grid-cols-[1fr_1.6fr_1.2fr]">
        <SelectField label="Día" {...field('day')} autoComplete="bday-day">
          <option value="">Día</option>
          <Options values={days} />
        </SelectField>
        <SelectField label="Mes" {...field('month', rechecks('day'))} autoComplete="bday-month">
          <option value="">Mes</option>
          {MONTHS.map((label, index) => (
            <option key={label} value={index + 1}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField label="Año" {...field('year', rechecks('day'))} autoComplete="bday-year">
          <option value="">Año</option>
          <Options values={years} />
        </SelectField>
      </FormSection>
      <FormSection title="Tu acceso">
        <InputField
          label="Correo electrónico"
          {...field('email')}
          type="email"
          autoComplete="email"
          className="sm:col-span-2"
        />
        <PasswordField
          label="Contraseña"
          {...field('password', rechecks('repeat_password'))}
          autoComplete="new-password"
          hint="Al menos 8 caracteres."
        />
        <PasswordField label="Repetir contraseña" {...field('repeat_password')} autoComplete="new-password" />
      </FormSection>
      <FormSection title="Categorías de interés" columns="">
        {missing || (
          <Controller
            control={form.control}
            name="category"
            render={({ field }) => (
              <InterestsField {...field} categories={categories} error={errors.category?.message} />
            )}
          />
        )}
      </FormSection>
      <div className="grid gap-3 sm:justify-items-start">
        {/* Until the page is alive a press would send the form as a plain one. */}
        <Button type="submit" loading={isSubmitting} disabled={!alive} className="sm:min-w-56">
          Registrarse
        </Button>
        <FieldError
          error={
            Object.keys(errors).length > 0 && formState.submitCount > 0
              ? (errors.root?.message ?? 'Revisa los campos marcados.')
              : undefined
          }
        />
      </div>
    </form>
  )
}

const Options = ({ values }: { values: readonly (string | number)[] }) =>
  values.map((value) => (
    <option key={value} value={value}>
      {value}
    </option>
  ))
