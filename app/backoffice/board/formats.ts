// The days are dates without a time zone: read as UTC, they are written as UTC.
const short = new Intl.DateTimeFormat('es-CL', { timeZone: 'UTC', day: 'numeric', month: 'short' })
const long = new Intl.DateTimeFormat('es-CL', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** Formats `2026-11-21` as `21 nov`. */
export const shortDay = (day: string) => short.format(new Date(day)).replace('.', '').replace('-', ' ')

/** Formats a day as `sábado, 21 de noviembre`. */
export const weekdayAndDay = (day: string) => long.format(new Date(day))

const oneDecimal = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })

/** Formats pesos for a plot's axis: `$250 mil`, `$1,5 M`. */
export function formatShortPrice(pesos: number): string {
  if (pesos >= 1_000_000) return `$${oneDecimal.format(pesos / 1_000_000)} M`
  if (pesos >= 1_000) return `$${oneDecimal.format(pesos / 1_000)} mil`
  return `$${oneDecimal.format(pesos)}`
}
