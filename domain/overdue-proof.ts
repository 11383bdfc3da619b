/** Working days that a transfer may take to appear after its payment proof was sent. */
const TRANSFER_WORKING_DAYS = 3
const DAY_MS = 86_400_000

/**
 * The last day on which a payment proof without a transfer is overdue (docs/payments.md#proofs-without-a-transfer).
 *
 * @param until the last day of the bank statements; both days are `YYYY-MM-DD`
 */
export function lastOverdueDay(until: string): string {
  let time = Date.parse(until)
  const day = () => new Date(time).toISOString().slice(0, 10)
  while (workingDaysBetween(day(), until) < TRANSFER_WORKING_DAYS) time -= DAY_MS
  return day()
}

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
