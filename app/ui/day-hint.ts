/**
 * A day (`2026-03-05`) as dd-mm-aaaa where the browser's date fields show another order; undefined elsewhere. Date fields follow
 * the browser's language, not the page's.
 *
 * @param locale the browser's by default
 */
export function dayHint(day: string, locale?: string): string | undefined {
  const [year, month, date] = day.split('-')
  if (!date) return undefined
  const parts = new Intl.DateTimeFormat(locale).formatToParts().map(({ type }) => type)
  const isInOrder =
    parts.indexOf('day') < parts.indexOf('month') && parts.indexOf('month') < parts.indexOf('year')
  return isInOrder ? undefined : `${date}-${month}-${year}`
}
