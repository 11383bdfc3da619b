import { MONTHS } from '#domain/birth-date.ts'
import { store } from '#store'
import { SelectField } from '../ui/field.tsx'

type SelectProps = Partial<React.ComponentProps<typeof SelectField>>

const days = Array.from({ length: 31 }, (_, index) => String(index + 1))
const months = MONTHS.map((label, index) => ({ label, value: String(index + 1) }))
const { first, last } = store.birthYears
const years = Array.from({ length: last - first + 1 }, (_, index) => String(first + index))

/** The columns of the grid around the three selects. */
export const birthDateGrid = 'grid-cols-[1fr_1.6fr_1.2fr] large-type:max-sm:grid-cols-1'

/** The selects Día, Mes and Año of a birth date. A year outside the offered ones is added as an option. */
export function BirthDateSelects({ day, month, year }: Record<'day' | 'month' | 'year', SelectProps>) {
  const value = String(year.value ?? '')
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
      <SelectField required {...year} label="Año" autoComplete="bday-year">
        <option value="">Año</option>
        {value && !years.includes(value) && <option>{value}</option>}
        {years.map((year) => (
          <option key={year}>{year}</option>
        ))}
      </SelectField>
    </>
  )
}
