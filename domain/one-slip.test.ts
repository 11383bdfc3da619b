import { expect, test } from 'vitest'
import { isOneSlipApart } from './one-slip.ts'

test.each([
  ['andino', 'andnio'],
  ['andino', 'andno'],
  ['andino', 'andinno'],
  ['andino', 'andimo'],
  ['andino', 'ndino'],
  ['andino', 'andina'],
  ['ab', 'ba'],
])('%s and %s are one slip apart, in both orders', (a, b) => {
  expect(isOneSlipApart(a, b)).toBe(true)
  expect(isOneSlipApart(b, a)).toBe(true)
})

test.each([
  ['andino', 'andino'],
  ['andino', 'anidon'],
  ['andino', 'andes'],
  ['andino', 'onidna'],
  ['andino', 'andinoso'],
  ['', 'ab'],
])('%s and %s are not one slip apart', (a, b) => {
  expect(isOneSlipApart(a, b)).toBe(false)
})
