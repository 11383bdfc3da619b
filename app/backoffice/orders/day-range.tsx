import { today } from '#contract/store-day.ts'
import { useDayFilter } from '../day-filter.ts'

/** The days from and to which a list is filtered, by the parameters `desde` and `hasta` of the URL. */
export const DayRange = ({
  from,
  to,
  onChange,
}: {
  from: string
  to: string
  onChange: (change: { desde?: string; hasta?: string }) => void
}) => (
  <div className="flex gap-3 max-sm:contents">
    <Day
      name="Desde"
      value={from}
      // A range that ends before it begins would be empty.
      onChange={(desde) => onChange({ desde, ...(to && desde > to ? { hasta: '' } : {}) })}
    />
    <Day
      name="Hasta"
      value={to}
      onChange={(hasta) => onChange({ hasta, ...(hasta && from > hasta ? { desde: '' } : {}) })}
    />
  </div>
)

const Day = ({ name, value, onChange }: { name: string; value: string; onChange: (day: string) => void }) => (
  <label className="flex min-w-0 items-center gap-2 max-sm:grid max-sm:gap-1">
    <span className="text-sm text-soft">{name}</span>
    <input {...useDayFilter(value, onChange)} max={today()} className="control min-w-0 sm:w-[10rem]" />
  </label>
)
