import type { FieldError } from 'react-hook-form'
import type { z } from 'zod'
import { chosenFile } from '#contract/files.ts'
import {
  type FORM_TYPES,
  PRESCRIPTION_FILE,
  PRESCRIPTION_FILE_KIND,
  prescriptionBody,
} from '#contract/requests.ts'
import { mayBecomePhone } from '#domain/phone.ts'

/** The form's schema: the fields of the call and the photo. */
export const prescriptionForm = prescriptionBody.extend({
  photo: chosenFile.refine((file) => PRESCRIPTION_FILE.test(file.name), PRESCRIPTION_FILE_KIND),
})

export type PrescriptionValues = z.input<typeof prescriptionForm>

/** The fields that the draft saves. */
export const TEXT_FIELDS = ['fullname', 'phone', 'email', 'product', 'message'] as const

/** Fields whose pattern holds for each character, so that an incomplete value can be checked. */
const PATTERN_FIELDS: readonly string[] = ['fullname', 'phone', 'photo']

/**
 * Whether an error shows before the field is touched, as pattern errors do (docs/product.md#validation). A message that is too
 * short, an incomplete e-mail or the beginning of a phone number (+56) doesn't.
 */
export const showsAtOnce = (name: keyof PrescriptionValues, error: FieldError | undefined, phone?: string) =>
  PATTERN_FIELDS.includes(name) &&
  error?.type !== 'too_small' &&
  error?.type !== 'invalid_type' &&
  !(name === 'phone' && mayBecomePhone(phone ?? ''))

/** The request's body. */
export function toFormData(values: z.output<typeof prescriptionForm>): FormData {
  const form = new FormData()
  form.append('typeForm', 'prescription-book' satisfies (typeof FORM_TYPES)[number])
  for (const [name, value] of Object.entries(values)) if (value !== undefined) form.append(name, value)
  return form
}
