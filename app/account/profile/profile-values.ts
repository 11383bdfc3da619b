import type { z } from 'zod'
import { chosenImage } from '#contract/files.ts'
import { profileBody, staffProfileBody, type User } from '#contract/users.ts'
import { joinNames } from '#domain/name-list.ts'
import { formatPhone } from '#domain/phone.ts'
import { formatRut } from '#domain/rut.ts'
import type { UnsavedDraft } from '../../forms/draft.ts'

const photo = { photo: chosenImage.nullable() }

/** The forms' schemas: the call's fields and the photo. Staff may leave the interests empty. */
export const profileForms = { customer: profileBody.extend(photo), staff: staffProfileBody.extend(photo) }

export type ProfileValues = z.input<typeof profileForms.staff>
export type SavedProfile = z.output<typeof profileForms.staff>

export const valuesOf = (user: User): ProfileValues => ({
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
export function unsavedProfile(
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

export function toFormData({ photo, password, ...fields }: SavedProfile): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (password) form.append('password', password)
  if (photo) form.append('photo', photo)
  return form
}
