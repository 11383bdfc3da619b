/**
 * A day (`2026-03-05`) as dd-mm-aaaa where the browser's date fields show it in another order; undefined elsewhere. Browsers write
 * them in their own language, not in the page's.
 *
 * @param locale of the browser, by default
 */
export function dayHint(day: string, locale?: string): string | undefined {
  const [year, month, date] = day.split('-')
  if (!date) return undefined
  const parts = new Intl.DateTimeFormat(locale).formatToParts().map(({ type }) => type)
  const isInOrder =
    parts.indexOf('day') < parts.indexOf('month') && parts.indexOf('month') < parts.indexOf('year')
  return isInOrder ? undefined : `${date}-${month}-${year}`
}
