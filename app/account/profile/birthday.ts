import { MONTHS } from '#domain/birth-date.ts'

/** `1990-02-28` as people say it: 28 de febrero de 1990. Empty when there is none. */
export function birthday(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return year && month && day ? `${day} de ${MONTHS[month - 1]?.toLowerCase()} de ${year}` : ''
}
