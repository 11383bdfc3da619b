import { useEffect, useRef, useState } from 'react'
import { isDay } from '../listing/url-state.ts'

/** The earliest day that a filter accepts. */
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
