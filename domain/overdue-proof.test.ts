import { expect, test } from 'vitest'
import { lastOverdueDay, workingDaysBetween } from './overdue-proof.ts'

test.each([
  // Thursday: Tuesday, Wednesday and Thursday follow a Monday.
  ['2026-11-19', '2026-11-16'],
  // Over a weekend: proofs of Saturday and Sunday wait as long as those of the Friday before.
  ['2026-11-17', '2026-11-12'],
  ['2026-11-18', '2026-11-15'],
  // Statements that end on a Sunday say no more than those that end on the Friday before.
  ['2026-11-22', '2026-11-17'],
  ['2026-11-20', '2026-11-17'],
  // Over the holiday of 8 December.
  ['2026-12-10', '2026-12-06'],
])('statements until %s make proofs until %s overdue', (until, day) => {
  expect(lastOverdueDay(until)).toBe(day)
})

test.each([
  ['2026-11-23', '2026-11-23', 0],
  ['2026-11-23', '2026-11-26', 3],
  ['2026-11-20', '2026-11-23', 1],
  ['2026-11-21', '2026-11-22', 0],
  // Independence Day and the weekend behind it; the Immaculate Conception; Christmas and New Year.
  ['2026-09-17', '2026-09-22', 2],
  ['2026-12-07', '2026-12-09', 1],
  ['2026-12-24', '2027-01-04', 5],
  ['2026-11-26', '2026-11-23', 0],
])('from %s to %s there are %i working days', (from, to, days) => {
  expect(workingDaysBetween(from, to)).toBe(days)
})
