import { expect, test } from 'vitest'
import { lastOverdueDay } from './overdue-proof.ts'

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
