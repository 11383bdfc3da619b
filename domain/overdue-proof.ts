import { workingDaysBetween } from './working-days.ts'

/** Working days that a transfer may take to appear after its payment proof was sent. */
const TRANSFER_WORKING_DAYS = 3
const DAY_MS = 86_400_000

/**
 * The last day on which a payment proof without a transfer is overdue (docs/product.md#proof-without-a-transfer).
 *
 * @param until the last day of the bank statements; both days are `YYYY-MM-DD`
 */
export function lastOverdueDay(until: string): string {
  let time = Date.parse(until)
  const day = () => new Date(time).toISOString().slice(0, 10)
  while (workingDaysBetween(day(), until) < TRANSFER_WORKING_DAYS) time -= DAY_MS
  return day()
}
