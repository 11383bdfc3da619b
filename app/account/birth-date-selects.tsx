import { useState } from 'react'
import { MONTHS } from '#domain/birth-date.ts'
import { store } from '#store'
import { InputField, SelectField } from '../ui/field.tsx'

type SelectProps = Partial<React.ComponentProps<typeof SelectField>>

const days = Array.from({ length: 31 }, (_, index) => String(index + 1))
const months = MONTHS.map((label, index) => ({ label, value: String(index + 1) }))
const { first, last } = store.birthYears
const years = Array.from({ length: last - first + 1 }, (_, index) => String(first + index))

/** The columns of the grid around the three selects. */
export const birthDateGrid = 'grid-cols-[1fr_1.6fr_1.2fr] large-type:max-sm:grid-cols-1'

/** The option of the year select that opens a text field instead. */
const OTHER_YEAR = 'otro'

/**
 * The selects Día, Mes and Año of a birth date. A year that the select doesn't offer is typed.
 *
 * @param chosenYear the year's current value; `year` has no value in a form that doesn't control the field
 */
export function BirthDateSelects({
  day,
  month,
  year,
  chosenYear,
}: Record<'day' | 'month' | 'year', SelectProps> & { chosenYear: string }) {
  const [typed, setTyped] = useState(false)
  const [asked, setAsked] = useState(false)
  if (!typed && chosenYear !== '' && !years.includes(chosenYear)) setTyped(true)
  return (
    <>
      <SelectField required {...day} label="Día" autoComplete="bday-day">
        <option value="">Día</option>
        {days.map((day) => (
          <option key={day}>{day}</option>
        ))}
      </SelectField>
      <SelectField required {...month} label="Mes" autoComplete="bday-month">
        <option value="">Mes</option>
        {months.map(({ label, value }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {typed ? (
        <TypedYear {...year} autoFocus={asked} />
      ) : (
        <SelectField
          required
          {...year}
          label="Año"
          autoComplete="bday-year"
          onChange={(event) => {
            const isOther = event.target.value === OTHER_YEAR
            if (isOther) event.target.value = ''
            year.onChange?.(event)
            setTyped(isOther)
            setAsked(isOther)
          }}
        >
          <option value="">Año</option>
          {years.map((year) => (
            <option key={year}>{year}</option>
          ))}
          <option value={OTHER_YEAR}>Otro año</option>
        </SelectField>
      )}
    </>
  )
}

/** A text field for the year, registered under the select’s name. `autoFocus`: whether the person has just chosen "Otro año". */
function TypedYear({ autoFocus, ...year }: SelectProps) {
  return (
    <InputField
      required
      {...(year as Partial<React.ComponentProps<'input'>>)}
      error={year.error}
      label="Año"
      inputMode="numeric"
      maxLength={4}
      placeholder="1958"
      autoComplete="bday-year"
      autoFocus={autoFocus}
    />
  )
}
