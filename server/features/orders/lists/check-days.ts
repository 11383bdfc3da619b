import type { Days } from '../../../database/store-day.ts'
import { invalidField } from '../../../refusals/refusal.ts'

/** @throws Refusal BAD_INPUT when the last day is before the first */
export function checkDays({ from, to }: { [Day in keyof Days]?: Days[Day] | undefined }) {
  if (from && to && from > to) throw invalidField('to', 'La fecha final no puede ser anterior a la inicial.')
}
