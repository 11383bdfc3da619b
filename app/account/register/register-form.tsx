import { useRef } from 'react'
import { Controller, type Path, type Resolver, useForm } from 'react-hook-form'
import { href, useNavigate } from 'react-router'
import type { z } from 'zod'
import { UNAVAILABLE_MESSAGE } from '#contract/messages.ts'
import type { registrationBody } from '#contract/users.ts'
import { joinNames } from '#domain/name-list.ts'
import { browserApi } from '../../api/client.ts'
import { findCategories } from '../../api/shown-names.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useHydrated } from '../../browser/external-store.ts'
import { readCart } from '../../cart/cart.ts'
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
  /** Whether the categories of the products in the cart were ticked, which happens unless some are ticked by then. */
  const isProposed = useLoaded(async (signal) => {
    const names = await interestsOfCart()
    if (signal.aborted || !names || form.getValues('category')) return false
    form.setValue('category', names)
    return true
  }, null)
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

/** The most lines of the cart that are looked up. */
const MAX_LINES = 5

/** The interest categories of the products in the cart, as a comma list; empty without any. Whatever can't be loaded is left out. */
async function interestsOfCart(): Promise<string> {
  const lines = readCart().slice(0, MAX_LINES)
  const names = await Promise.all(
    lines.map(({ productId }) =>
      browserApi.getProduct({ params: { id: productId } }).then(
        ({ data }) => data.category,
        () => '',
      ),
    ),
  )
  const offered = await Promise.all([...new Set(names)].filter(Boolean).map(offeredName))
  return joinNames(offered.flat())
}

/** The name, if customers may choose it: neither an inactive category nor one such as 'SIN CLASIFICAR'. */
const offeredName = async (name: string) => {
  const found = await findCategories({ search: name, page: 1, pageSize: 10 }).catch(() => [])
  return found.flatMap((category) => (category.name === name ? [name] : []))
}
