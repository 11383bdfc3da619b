import { useId } from 'react'
import { monthOptions } from '#contract/users.ts'
import { BIRTH_YEARS } from '#domain/birth-date.ts'
import { FieldError, SelectField } from '../ui/field.tsx'

const days = Array.from({ length: 31 }, (_, index) => String(index + 1))
const years = Array.from({ length: BIRTH_YEARS.last - BIRTH_YEARS.first + 1 }, (_, n) =>
  String(BIRTH_YEARS.first + n),
)

const plain = (part = '') => part.replace(/^0/, '')
const two = (part: string) => (part ? part.padStart(2, '0') : '')

/**
 * A date of birth as day, month and year (spec §2). What the form holds is the ISO date, with nothing between the hyphens
 * where a part is still missing. Give it react-hook-form's controlled `field`.
 */
export function BirthDateField({
  value,
  error,
  name,
  onChange,
  onBlur,
  ref,
}: {
  value: string | undefined
  error: string | undefined
  name: string
  onChange: (value: string) => void
  onBlur: () => void
  ref: React.Ref<HTMLSelectElement>
}) {
  const errorId = useId()
  const [year = '', month = '', day = ''] = (value ?? '').split('-')
  const change = (next: { year?: string; month?: string; day?: string }) => {
    const parts = { year, month, day, ...next }
    onChange([parts.year, two(parts.month), two(parts.day)].join('-'))
  }
  // A complete date that doesn't exist is nobody's fault in particular: then all three are marked.
  const invalid = (part: string) => (error && (!part || (year && month && day)) ? true : undefined)
  const select = { required: true, name }

  return (
    <fieldset
      className="min-w-0"
      aria-describedby={error ? errorId : undefined}
      // Moving from select to select is not leaving the question.
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur()}
    >
      <legend className="sr-only">Fecha de nacimiento</legend>
      <div className="grid grid-cols-[1fr_1.6fr_1.2fr] gap-4 max-sm:gap-2">
        <SelectField
          {...select}
          ref={ref}
          label="Día"
          value={plain(day)}
          aria-invalid={invalid(day)}
          autoComplete="bday-day"
          onChange={(event) => change({ day: event.target.value })}
        >
          <option value="">Día</option>
          {days.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
        <SelectField
          {...select}
          label="Mes"
          value={plain(month)}
          aria-invalid={invalid(month)}
          autoComplete="bday-month"
          onChange={(event) => change({ month: event.target.value })}
        >
          <option value="">Mes</option>
          {monthOptions.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </SelectField>
        <SelectField
          {...select}
          label="Año"
          value={year}
          aria-invalid={invalid(year)}
          autoComplete="bday-year"
          onChange={(event) => change({ year: event.target.value })}
        >
          <option value="">Año</option>
          {/* Somebody born before the years on offer keeps theirs. */}
          {year && !years.includes(year) && <option>{year}</option>}
          {years.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}
