import { today } from '#contract/store-day.ts'
import { useDayFilter } from '../day-filter.ts'

/** The first and the last day of a list's filter. */
export const DayRange = ({
  from,
  to,
  onChange,
}: {
  from: string | undefined
  to: string | undefined
  onChange: (change: { from?: string | undefined; to?: string | undefined }) => void
}) => (
  <div className="flex gap-3 max-sm:contents">
    <Day
      name="Desde"
      value={from}
      // A range that ends before it begins would be empty.
      onChange={(from) => onChange({ from, ...(from && to && from > to && { to: undefined }) })}
    />
    <Day
      name="Hasta"
      value={to}
      onChange={(to) => onChange({ to, ...(from && to && from > to && { from: undefined }) })}
    />
  </div>
)

const Day = ({
  name,
  value = '',
  onChange,
}: {
  name: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}) => (
  <label className="flex min-w-0 items-center gap-2 max-sm:grid max-sm:gap-1">
    <span className="text-sm text-soft">{name}</span>
    <input
      {...useDayFilter(value, (day) => onChange(day || undefined))}
      max={today()}
      className="control min-w-0 sm:w-[10rem]"
    />
  </label>
)
