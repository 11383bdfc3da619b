import { expect, test } from 'vitest'
import { isOneEditApart } from './one-edit.ts'

test.each([
  ['andino', 'andnio'],
  ['andino', 'andno'],
  ['andino', 'andinno'],
  ['andino', 'andimo'],
  ['andino', 'ndino'],
  ['andino', 'andina'],
  ['ab', 'ba'],
])('%s and %s are one edit apart, in both orders', (a, b) => {
  expect(isOneEditApart(a, b)).toBe(true)
  expect(isOneEditApart(b, a)).toBe(true)
})

test.each([
  ['andino', 'andino'],
  ['andino', 'anidon'],
  ['andino', 'andes'],
  ['andino', 'onidna'],
  ['andino', 'andinoso'],
  ['', 'ab'],
])('%s and %s are not one edit apart', (a, b) => {
  expect(isOneEditApart(a, b)).toBe(false)
})
