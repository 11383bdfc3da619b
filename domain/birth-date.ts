import { fold } from './text.ts'

/** Spanish month names, January first (spec §2, Register). */
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

/** First and last year that the forms offer (spec §9). */
export const BIRTH_YEARS = { first: 1980, last: 2024 } as const

/** 1 to 12 from a number, its digits or a Spanish name; null for anything else (design §2.20). */
export function monthNumber(month: string | number): number | null {
  const text = fold(String(month))
  const byName = MONTHS.findIndex((name) => fold(name) === text)
  if (byName >= 0) return byName + 1
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= 12 ? number : null
}

/** `YYYY-MM-DD`, or null when that day doesn't exist: 31 de febrero is refused, never rolled over. */
export function birthDate(day: number, month: number, year: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}
