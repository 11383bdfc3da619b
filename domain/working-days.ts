/** Chile's public holidays with a fixed date, `MM-DD`. */
const HOLIDAYS = new Set([
  '01-01',
  '05-01',
  '05-21',
  '07-16',
  '08-15',
  '09-18',
  '09-19',
  '11-01',
  '12-08',
  '12-25',
])

const DAY_MS = 86_400_000

/**
 * The number of working days after one day up to another, both `YYYY-MM-DD`: one from Friday to Monday. Without Saturdays, Sundays and
 * holidays of a fixed date. Left out: Good Friday, the holidays that move to a Monday (29 June, 12 and 31 October), the solstice, the extra
 * days of September, and elections. A wait for working days may therefore end a day early in their weeks.
 */
export function workingDaysBetween(from: string, to: string): number {
  let count = 0
  for (let time = Date.parse(from) + DAY_MS; time <= Date.parse(to); time += DAY_MS) {
    const date = new Date(time)
    const isWeekend = [0, 6].includes(date.getUTCDay())
    if (!isWeekend && !HOLIDAYS.has(date.toISOString().slice(5, 10))) count += 1
  }
  return count
}
