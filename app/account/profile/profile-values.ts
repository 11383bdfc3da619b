import type { z } from 'zod'
import { chosenImage } from '#contract/files.ts'
import { profileBody, staffProfileBody, type User } from '#contract/users.ts'

const photo = { photo: chosenImage.nullable() }
/** The profile form: the call's fields with the photo beside them. Staff may leave the interests empty. */
export const profileForms = { customer: profileBody.extend(photo), staff: staffProfileBody.extend(photo) }

export type ProfileValues = z.input<typeof profileForms.staff>
export type SavedProfile = z.output<typeof profileForms.staff>

/** A profile as its form begins with it. */
export const valuesOf = (user: User): ProfileValues => ({
  name: user.name,
  last_name: user.lastname,
  rut: user.rut,
  // Empty for staff made without one; the form asks for it then.
  gender: user.gender as ProfileValues['gender'],
  phone: user.phone,
  cellphone: user.cellphone,
  birthdate: user.birthdate,
  email: user.email,
  password: '',
  category: user.interests.join(','),
  photo: null,
})

/** What travels: no photo and no password where there is none to change. */
export function toForm({ photo, password, ...fields }: SavedProfile): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (password) form.append('password', password)
  if (photo) form.append('photo', photo)
  return form
}
