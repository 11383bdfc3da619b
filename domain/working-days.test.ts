import { expect, test } from 'vitest'
import { workingDaysBetween } from './overdue-proof.ts'

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
