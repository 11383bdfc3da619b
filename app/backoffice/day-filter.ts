import { useEffect, useState } from 'react'

/** The first day that a filter takes. */
const FIRST_DAY = '2000-01-01'

/** Whether a text of the URL is a day that a filter takes, `YYYY-MM-DD`. */
export const isDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/**
 * The props of a date input that filters a list. Its text is its own state: while the year is typed, the input has a day of
 * the year 2, 20 or 202, which isn't chosen yet and must not be taken away.
 */
export function useDayFilter(value: string, choose: (day: string) => void) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return {
    type: 'date',
    value: typed,
    min: FIRST_DAY,
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value)
      if (target.value === '' || isDay(target.value)) choose(target.value)
    },
  }
}
