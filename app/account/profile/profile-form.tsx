import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { Controller, type Path, type Resolver, useForm } from 'react-hook-form'
import type { User } from '#contract/users.ts'
import { browserApi } from '../../api/client.ts'
import { useRestoredDraft, useUnsavedDraft } from '../../forms/draft.ts'
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
import {
  type ProfileValues,
  profileForms,
  type SavedProfile,
  toFormData,
  unsavedProfile,
  valuesOf,
} from './profile-values.ts'

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
