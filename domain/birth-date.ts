import { fold } from './text.ts'

export const MONTHS = [
  'Enero',
  'Febrero',
  'Marzo',
  'Abril',
  'Mayo',
  'Junio',
  'Julio',
  'Agosto',
  'Septiembre',
  'Octubre',
  'Noviembre',
  'Diciembre',
] as const

/** Month 1 to 12 from a number, its digits or a Spanish name, else null (docs/people-and-access.md#names-numbers-dates). */
export function monthNumber(month: string | number): number | null {
  const text = fold(String(month))
  const byName = MONTHS.findIndex((name) => fold(name) === text)
  if (byName >= 0) return byName + 1
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= 12 ? number : null
}

/** The date `YYYY-MM-DD`, or null for a day that doesn't exist, such as 31 de febrero. */
export function birthDate(day: number, month: number, year: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}
