import { fold } from './text.ts'

/** Days of the week as schema.org names them. */
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const NAMES = ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo']

/** Opening hours in the terms of schema.org, with times as `HH:MM`. */
type OpeningHours = { days: (typeof DAYS)[number][]; opens: string; closes: string }

/**
 * Reads a line of the pharmacy's hours: days ('Lunes a viernes', 'Sábados y domingos') and times ('9:00 a 14:00 y 15:30 a
 * 19:00'). Empty when any part isn't understood, because wrong hours are worse than none.
 */
export function readOpeningHours(line: { days: string; hours: string }): OpeningHours[] {
  const days = listItems(line.days).map(readDays)
  const times = listItems(line.hours).map(readTimes)
  if (days.includes(null) || times.includes(null)) return []
  return times.flatMap((time) => (time ? [{ days: days.flatMap((part) => part ?? []), ...time }] : []))
}

const listItems = (text: string) => fold(text).split(/\s*,\s*|\s+y\s+/)

function readDays(text: string): OpeningHours['days'] | null {
  if (text === 'todos los dias') return [...DAYS]
  // The plural 'sábados' stands for 'sábado', while 'lunes' is singular and plural.
  const places = text
    .split(/\s+a\s+|\s*-\s*/)
    .map((name) => NAMES.indexOf(/^(sabado|domingo)s$/.test(name) ? name.slice(0, -1) : name))
  const [first = -1, last = first] = places
  if (places.length > 2 || first < 0 || last < first) return null
  return DAYS.slice(first, last + 1)
}

function readTimes(text: string): { opens: string; closes: string } | null {
  const [, opens, closes] =
    /^(\d{1,2}:\d{2})\s*(?:a|-)\s*(\d{1,2}:\d{2})(?: h(?:oras|rs?)?\.?)?$/.exec(text) ?? []
  if (!opens || !closes) return null
  const times = { opens: opens.padStart(5, '0'), closes: closes.padStart(5, '0') }
  return times.opens < times.closes && times.closes <= '24:00' ? times : null
}
