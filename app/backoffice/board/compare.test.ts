import { expect, test } from 'vitest'
import { compare } from './compare.ts'

test.each([
  [120, 100, 1, 'up', '20 % más que ayer a esta hora'],
  [1_350, 100, 7, 'up', '1.250 % más que los 7 días anteriores'],
  [75, 100, 30, 'down', '25 % menos que los 30 días anteriores'],
  [0, 100, 1, 'down', '100 % menos que ayer a esta hora'],
  [1_001, 1_000, 1, 'same', 'Igual que ayer a esta hora'],
  [0, 0, 7, 'same', 'Igual que los 7 días anteriores'],
  [5, 0, 7, 'same', 'Sin ventas los 7 días anteriores'],
] as const)('%d after %d, in %d days: %s', (now, before, period, direction, text) => {
  expect(compare(now, before, period)).toEqual({ direction, text })
})
