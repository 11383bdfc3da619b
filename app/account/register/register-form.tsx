import { useRef } from 'react'
import { Controller, type Path, type Resolver, useForm } from 'react-hook-form'
import { href, useNavigate } from 'react-router'
import type { z } from 'zod'
import { UNAVAILABLE_MESSAGE } from '#contract/messages.ts'
import type { registrationBody } from '#contract/users.ts'
import { browserApi } from '../../api/client.ts'
import { useHydrated } from '../../browser/external-store.ts'
import { DataNote } from '../../forms/data-note.tsx'
import { useDraft } from '../../forms/draft.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { useSubmit } from '../../forms/use-submit.ts'
import { Button, RetryButton } from '../../ui/button.tsx'
import { FieldError, InputField } from '../../ui/field.tsx'
import type { NameList } from '../../ui/name-choices.tsx'
import { notice } from '../../ui/notice.tsx'
import { BirthDateSelects, birthDateGrid } from '../birth-date-selects.tsx'
import { finishLogin } from '../finish-login.ts'
import { InterestsField } from '../interests-field.tsx'
import { openLogin } from '../login-modal-state.ts'
import { PasswordField } from '../password-field.tsx'
import { FormSection, PERSONAL_LABELS, PersonalSection, personalFields } from '../personal-section.tsx'
import { useProposedInterests } from './use-proposed-interests.ts'

type Registration = z.input<typeof registrationBody>
type ValidRegistration = z.output<typeof registrationBody>

const LABELS = {
  ...PERSONAL_LABELS,
  day: 'Día',
  month: 'Mes',
  year: 'Año',
  email: 'Correo electrónico',
  password: 'Contraseña',
  repeat_password: 'Repetir contraseña',
  category: 'Categorías de interés',
} as const satisfies { [name in Path<Registration>]: string }

/** The fields saved in the draft: all but the passwords. */
const DRAFT_FIELDS = (Object.keys(LABELS) as Path<Registration>[]).filter(
  (name) => !name.includes('password'),
)

/** Loads the validation rules when a field gets the focus. Without the rules the form shows an error and sends nothing. */
const loadRules = () => import('./rules.ts')
const resolver: Resolver<Registration, unknown, ValidRegistration> = async (...form) => {
  try {
    const { registrationResolver } = await loadRules()
    return registrationResolver(...form)
  } catch {
    return { values: {}, errors: { root: { type: 'network', message: UNAVAILABLE_MESSAGE } } }
  }
}

export function RegisterForm({
  returnTo,
  categories,
}: {
  returnTo: string | undefined
  /** Null when they failed to load. */
  categories: NameList | null
}) {
  // Without default values react-hook-form takes over the text that was typed before hydration.
  const form = useForm<Registration, unknown, ValidRegistration>({
    resolver,
    mode: 'onTouched',
  })
  const clearDraft = useDraft('registro', DRAFT_FIELDS, form)
  const isProposed = useProposedInterests(
    () => form.getValues('category'),
    (names) => form.setValue('category', names),
  )
  const { errors, touchedFields, isSubmitted, submitCount } = form.formState
  const navigate = useNavigate()
  const hydrated = useHydrated()

  /** Props of a field on which the rule of `name` depends: a change validates `name` again, once touched or submitted. */
  const rechecks = (name: 'day' | 'repeat_password') => ({
    onChange: () => void ((touchedFields[name] || isSubmitted) && form.trigger(name)),
  })

  /** The e-mail of a registration whose answer was lost: the account may exist. */
  const unanswered = useRef<string>(undefined)

  /** Logs the new account in on the way to the checkout. Elsewhere, and after a failure, opens the login modal. */
  async function enter({ email, password }: { email: string; password: string }) {
    const login = returnTo ? await browserApi.login({ body: { email, password } }).catch(() => null) : null
    if (login?.token !== undefined) {
      await finishLogin(login, returnTo)
      // The button stays busy until the next page has loaded.
      return new Promise<void>(() => {})
    }
    await navigate(href(returnTo ? '/carrito' : '/'))
    openLogin({ email, returnTo })
  }

  const { formProps, field, sending } = useSubmit(
    form,
    async (body) => {
      const { message } = await browserApi.createClient({ body })
      clearDraft()
      await notice.alert({ title: 'Listo!', text: message, icon: 'success' })
      await enter(body)
    },
    {
      dialog: 'message',
      onRefused: ({ status, code }, { email }) => {
        if (status === 0) unanswered.current = email
        if (code === 'EMAIL_TAKEN' && unanswered.current === email) openLogin({ email, returnTo })
      },
    },
  )

  const required = (name: Path<Registration>, options = {}) => ({ ...field(name, options), required: true })

  return (
    <form
      {...formProps}
      method="post"
      onFocus={() => void loadRules().catch(() => undefined)}
      aria-label="Crear cuenta"
      className="mt-8 grid gap-6"
    >
      <PersonalSection fields={personalFields(required)} rut={form.watch('rut')}>
        <Button
          look="quiet"
          small
          icon="copy"
          onClick={() =>
            form.setValue('cellphone', form.getValues('phone') ?? '', {
              shouldDirty: true,
              shouldValidate: true,
            })
          }
          className="justify-self-start sm:col-start-2"
        >
          Mi celular es el mismo número
        </Button>
      </PersonalSection>
      <FormSection title="Fecha de nacimiento" columns={birthDateGrid}>
        <BirthDateSelects
          chosenYear={String(form.watch('year') ?? '')}
          day={required('day')}
          month={required('month', rechecks('day'))}
          year={required('year', rechecks('day'))}
        />
      </FormSection>
      <FormSection title="Tu acceso">
        <InputField
          label={LABELS.email}
          {...required('email')}
          type="email"
          autoComplete="email"
          className="sm:col-span-2"
        />
        <PasswordField
          label={LABELS.password}
          {...required('password', rechecks('repeat_password'))}
          autoComplete="new-password"
          hint="Al menos 8 caracteres."
        />
        <PasswordField
          label={LABELS.repeat_password}
          {...required('repeat_password')}
          autoComplete="new-password"
        />
      </FormSection>
      <FormSection title={LABELS.category} columns="">
        {categories ? (
          <Controller
            control={form.control}
            name="category"
            render={({ field }) => (
              <InterestsField
                {...field}
                categories={categories}
                isProposed={isProposed}
                error={errors.category?.message}
              />
            )}
          />
        ) : (
          <div role="alert" className="flex flex-wrap items-center gap-3">
            <p className="text-coral">No pudimos cargar las categorías.</p>
            <RetryButton small />
          </div>
        )}
      </FormSection>
      <DataNote>Usamos estos datos para tu cuenta y tus pedidos.</DataNote>
      <div className="grid gap-3 sm:justify-items-start">
        {/* Before hydration the browser itself would submit the form, without our code. */}
        <Button type="submit" loading={sending} disabled={!hydrated} className="sm:min-w-56">
          Registrarse
        </Button>
        <FieldError error={errors.root?.message} />
        <ErrorSummary errors={errors} labels={LABELS} submitted={submitCount > 0} setFocus={form.setFocus} />
      </div>
    </form>
  )
}
