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
 * The number of working days after one day up to another, both `YYYY-MM-DD`: 1 from Friday to Monday. Saturdays, Sundays and holidays
 * of a fixed date are none; movable holidays and elections count, so a wait in their weeks may end a day early.
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
