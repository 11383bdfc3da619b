import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { Controller, type Path, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { chosenImage } from '#contract/files.ts'
import { profileBody, staffProfileBody, type User } from '#contract/users.ts'
import { joinNames } from '#domain/name-list.ts'
import { formatPhone } from '#domain/phone.ts'
import { formatRut } from '#domain/rut.ts'
import { browserApi } from '../../api/client.ts'
import { type UnsavedDraft, useRestoredDraft, useUnsavedDraft } from '../../forms/draft.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { useStartFromSaved } from '../../forms/start-from-saved.ts'
import { useUnsavedChanges } from '../../forms/unsaved-changes.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { InputField } from '../../ui/field.tsx'
import type { NameList } from '../../ui/name-choices.tsx'
import { notice } from '../../ui/notice.tsx'
import { BirthDateField } from '../birth-date-field.tsx'
import { InterestsField } from '../interests-field.tsx'
import { PasswordField } from '../password-field.tsx'
import { FormSection, PERSONAL_LABELS, PersonalSection, personalFields } from '../personal-section.tsx'
import { PhotoField } from './photo-field.tsx'

const LABELS = {
  photo: 'Foto de perfil',
  ...PERSONAL_LABELS,
  birthdate: 'Fecha de nacimiento',
  email: 'Correo electrónico',
  password: 'Contraseña',
  category: 'Categorías de interés',
} as const satisfies { [name in Path<ProfileValues>]: string }

const STAFF_REQUIRED: readonly Path<ProfileValues>[] = ['name', 'email']

const fieldOfCode = { TOO_LARGE: 'photo', WRONG_KIND: 'photo', DISK_FULL: 'photo' } as const

export function ProfileForm({
  user,
  categories,
  onSaved,
}: {
  user: User
  categories: NameList
  onSaved: () => Promise<void>
}) {
  const isCustomer = user.role === 'Cliente'
  const schema = isCustomer ? profileForms.customer : profileForms.staff
  const form = useForm<ProfileValues, unknown, SavedProfile>({
    resolver: zodResolver(schema) as Resolver<ProfileValues, unknown, SavedProfile>,
    mode: 'onTouched',
    defaultValues: valuesOf(user),
  })
  const { control, getValues } = form
  const { errors, isDirty, dirtyFields, submitCount } = form.formState
  useUnsavedChanges(isDirty)
  useUnsavedDraft(
    form,
    useRestoredDraft('profile').draft,
    () => unsavedProfile(getValues(), dirtyFields),
    Object.keys(dirtyFields).some((name) => name !== 'photo' && name !== 'password'),
  )

  // After a save the screen's data are loaded again, and the form starts from them.
  const onSent = useStartFromSaved(
    form,
    useMemo(() => valuesOf(user), [user]),
  )

  const { formProps, field, sending } = useSubmit(
    form,
    async (profile) => {
      const sent = getValues()
      const { message } = await browserApi.updateUser({ params: { id: user._id }, form: toFormData(profile) })
      onSent(sent)
      await onSaved()
      // The toast is not awaited: the form can be sent again while the toast shows.
      void notice.toast({ title: 'Listo!', text: message, icon: 'success', timer: 1_500 })
    },
    { dialog: 'message', fieldOfCode },
  )

  const text = (name: Path<ProfileValues>) => ({
    ...field(name),
    required: isCustomer || STAFF_REQUIRED.includes(name),
  })

  return (
    <form {...formProps} aria-label="Información del perfil" className="grid gap-6">
      {!isCustomer && (
        <p className="text-soft">Solo el nombre y el correo son obligatorios; lo demás es opcional.</p>
      )}
      <section aria-label={LABELS.photo} className="card p-4 sm:p-6">
        <Controller
          control={control}
          name="photo"
          render={({ field }) => (
            <PhotoField {...field} current={user.photo} error={errors.photo?.message}>
              {user.name} {user.lastname}
            </PhotoField>
          )}
        />
      </section>
      <PersonalSection fields={personalFields(text)} rut={form.watch('rut')} />
      <FormSection title={LABELS.birthdate} columns="">
        <Controller
          control={control}
          name="birthdate"
          render={({ field }) => (
            <BirthDateField {...field} required={isCustomer} error={errors.birthdate?.message} />
          )}
        />
      </FormSection>
      <FormSection title="Tu acceso">
        <InputField label={LABELS.email} {...text('email')} type="email" autoComplete="email" />
        <PasswordField
          label={LABELS.password}
          {...text('password')}
          required={false}
          // With another value the browser fills in the old password, which would then be saved as a new one.
          autoComplete="new-password"
          hint="Déjala en blanco para no cambiarla. Si la cambias, se cierran tus otras sesiones."
        />
      </FormSection>
      <FormSection title={LABELS.category} columns="">
        <Controller
          control={control}
          name="category"
          render={({ field }) => (
            <InterestsField
              {...field}
              categories={categories}
              optional={!isCustomer}
              error={errors.category?.message}
            />
          )}
        />
      </FormSection>
      <div className="grid gap-3 sm:justify-items-start">
        <Button type="submit" loading={sending} className="sm:min-w-56">
          Actualizar Información
        </Button>
        <ErrorSummary errors={errors} labels={LABELS} submitted={submitCount > 0} setFocus={form.setFocus} />
      </div>
    </form>
  )
}

const photo = { photo: chosenImage.nullable() }

/** The forms' schemas: the call's fields and the photo. Staff may leave the interests empty. */
const profileForms = { customer: profileBody.extend(photo), staff: staffProfileBody.extend(photo) }

type ProfileValues = z.input<typeof profileForms.staff>
type SavedProfile = z.output<typeof profileForms.staff>

const valuesOf = (user: User): ProfileValues => ({
  name: user.name,
  last_name: user.lastname,
  rut: formatRut(user.rut),
  // The gender is empty for staff created without one; the form then requires it.
  gender: user.gender as ProfileValues['gender'],
  phone: formatPhone(user.phone),
  cellphone: formatPhone(user.cellphone),
  birthdate: user.birthdate,
  email: user.email,
  password: '',
  category: joinNames(user.interests),
  photo: null,
})

/** The draft that the tab keeps when the session ends: the changed texts, without photo and password. */
function unsavedProfile(
  { photo, password, ...texts }: ProfileValues,
  changed: Readonly<Record<string, unknown>>,
): Omit<UnsavedDraft, 'path'> {
  const lost = [
    photo ? 'la foto hay que elegirla de nuevo' : '',
    password ? 'la contraseña hay que escribirla de nuevo' : '',
  ].filter(Boolean)
  return {
    form: 'profile',
    about: 'tu perfil',
    row: null,
    values: Object.fromEntries(Object.entries(texts).filter(([name]) => changed[name])),
    lost: lost.join(' y '),
  }
}

function toFormData({ photo, password, ...fields }: SavedProfile): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (password) form.append('password', password)
  if (photo) form.append('photo', photo)
  return form
}
