import { useEffect, useRef, useState } from 'react'
import { today } from '#contract/store-day.ts'
import { isDay } from '../listing/url-state.ts'

const FIRST_DAY = '2000-01-01'

/** Delay before a typed day filters the list: while a date is typed, each key can make another valid day. */
const DEBOUNCE_MS = 300

/**
 * Props of a date input that filters a list. The input keeps its own text, because a year being typed is a valid date (0002,
 * 0020, 0202); leaving the input drops an unfinished date.
 */
export function useDayFilter(value: string, choose: (day: string) => void) {
  const [typed, setTyped] = useState(value)
  const latest = useRef(choose)
  latest.current = choose
  /** A typed day that doesn't filter the list yet. */
  const waiting = useRef<{ day: string; timer: ReturnType<typeof setTimeout> }>(undefined)
  useEffect(() => {
    if (!waiting.current) setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(waiting.current?.timer), [])

  function chooseNow() {
    if (!waiting.current) return
    const { day, timer } = waiting.current
    clearTimeout(timer)
    waiting.current = undefined
    latest.current(day)
  }

  return {
    type: 'date',
    value: typed,
    min: FIRST_DAY,
    onChange: ({ target: { value: day } }: { target: { value: string } }) => {
      setTyped(day)
      clearTimeout(waiting.current?.timer)
      const isChoice = day === '' || isDay(day)
      waiting.current = isChoice ? { day, timer: setTimeout(chooseNow, DEBOUNCE_MS) } : undefined
    },
    onBlur: () => {
      if (waiting.current) chooseNow()
      else setTyped(value)
    },
  }
}

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
