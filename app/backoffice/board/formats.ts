// The days are dates without a time zone: read as UTC, they are written as UTC.
const short = new Intl.DateTimeFormat('es-CL', { timeZone: 'UTC', day: 'numeric', month: 'short' })
const long = new Intl.DateTimeFormat('es-CL', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** `21 nov`, of `2026-11-21`. */
export const shortDay = (day: string) => short.format(new Date(day)).replace('.', '').replace('-', ' ')

/** `sábado, 21 de noviembre`. */
export const weekdayAndDay = (day: string) => long.format(new Date(day))

const oneDecimal = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })

/** `$250 mil`, `$1,5 M`: for the axis of a plot. */
export function formatShortPrice(pesos: number): string {
  if (pesos >= 1_000_000) return `$${oneDecimal.format(pesos / 1_000_000)} M`
  if (pesos >= 1_000) return `$${oneDecimal.format(pesos / 1_000)} mil`
  return `$${oneDecimal.format(pesos)}`
}
