import type { FieldError } from 'react-hook-form'
import type { z } from 'zod'
import { chosenFile } from '#contract/files.ts'
import { PRESCRIPTION_FILE, PRESCRIPTION_FILE_KIND, prescriptionBody } from '#contract/requests.ts'

/** The prescription form: the call's fields with the image beside them. */
export const prescriptionForm = prescriptionBody.extend({
  photo: chosenFile.refine((file) => PRESCRIPTION_FILE.test(file.name), PRESCRIPTION_FILE_KIND),
})

export type PrescriptionValues = z.input<typeof prescriptionForm>

/** What of it is typed, and so kept until it is sent. */
export const TYPED = ['fullname', 'phone', 'email', 'product', 'message'] as const

/** Fields whose pattern is about every letter: half of a value is as right or wrong as the whole. */
const BY_LETTER: readonly string[] = ['fullname', 'phone', 'photo']

/**
 * Whether an error is already shown in a field that nobody has left yet: the pattern errors are (spec §5), while a message
 * still too short or an e-mail half typed isn't wrong so far.
 */
export const showsAtOnce = (name: keyof PrescriptionValues, error: FieldError | undefined) =>
  BY_LETTER.includes(name) && error?.type !== 'too_small' && error?.type !== 'invalid_type'

/** What travels. */
export function toForm(values: z.output<typeof prescriptionForm>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) form.append(name, value)
  return form
}
