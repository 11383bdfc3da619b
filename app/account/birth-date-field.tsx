import { useId } from 'react'
import type { ControllerRenderProps } from 'react-hook-form'
import { FieldError } from '../ui/field.tsx'
import { BirthDateSelects, birthDateGrid } from './birth-date-selects.tsx'

const withoutZero = (part = '') => part.replace(/^0/, '')
const withZero = (part: string) => (part ? part.padStart(2, '0') : '')

/**
 * A birth date as one field with three selects, for react-hook-form's controlled `field`. The value is the ISO date; a missing
 * part is empty between the hyphens.
 */
export function BirthDateField({
  value = '',
  error,
  required,
  name,
  onChange,
  onBlur,
  ref,
}: ControllerRenderProps & { value: string | undefined; error: string | undefined; required: boolean }) {
  const errorId = useId()
  const [year = '', month = '', day = ''] = value.split('-')
  const complete = year && month && day
  const change = (part: { year?: string; month?: string; day?: string }) => {
    const next = { year, month, day, ...part }
    const parts = [next.year, withZero(next.month), withZero(next.day)]
    // Staff may leave the date out: without any part the value is empty.
    onChange(parts.some(Boolean) ? parts.join('-') : '')
  }
  /** Marks the parts that are missing, or all three of a date that doesn't exist. */
  const invalid = (part: string) => (error && (!part || complete) ? true : undefined)

  const select = (part: 'day' | 'month' | 'year', value: string) => ({
    name,
    required,
    value,
    'aria-invalid': invalid(value),
    onChange: (event: React.ChangeEvent<HTMLSelectElement>) => change({ [part]: event.target.value }),
  })

  return (
    <fieldset
      className="min-w-0"
      aria-describedby={error ? errorId : undefined}
      // The field is left when the focus leaves all three selects.
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur()}
    >
      <legend className="sr-only">Fecha de nacimiento</legend>
      <div className={`grid ${birthDateGrid} gap-4 max-sm:gap-2`}>
        <BirthDateSelects
          chosenYear={year}
          day={{ ...select('day', withoutZero(day)), ref }}
          month={select('month', withoutZero(month))}
          year={select('year', year)}
        />
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}
