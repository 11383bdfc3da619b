import { useEffect, useRef, useState } from 'react'

/** The first day that a filter takes. */
const FIRST_DAY = '2000-01-01'

/** How long a typed day waits for the next key, in milliseconds: the keys of a day are each a day of their own. */
const TYPING_MS = 300

/** Whether a text of the URL is a day that a filter takes, `YYYY-MM-DD`. */
export const isDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/**
 * The props of a date input that filters a list. Its text is its own state: while the year is typed, the input has a day of
 * the year 2, 20 or 202, which isn't chosen yet and must not be taken away. What is still half typed when the input is left
 * goes, so that it shows what filters.
 */
export function useDayFilter(value: string, choose: (day: string) => void) {
  const [typed, setTyped] = useState(value)
  const latest = useRef(choose)
  latest.current = choose
  /** A typed day that isn't chosen yet. */
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
      waiting.current = isChoice ? { day, timer: setTimeout(chooseNow, TYPING_MS) } : undefined
    },
    onBlur: () => {
      if (waiting.current) chooseNow()
      else setTyped(value)
    },
  }
}
