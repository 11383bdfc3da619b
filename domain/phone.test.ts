import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPhone, mayBecomePhone, readPhone } from './phone.ts'

test.each([
  ['+56 9 1234 5678', '56912345678', '+56 9 1234 5678'],
  ['56912345678', '56912345678', '+56 9 1234 5678'],
  ['912345678', '912345678', '9 1234 5678'],
  ['9-1234-5678', '912345678', '9 1234 5678'],
  ['(2) 2123 4567', '221234567', '2 2123 4567'],
  ['32 212.34.56', '322123456', '32 212 3456'],
  ['+56 41 222 3344', '56412223344', '+56 41 222 3344'],
  ['1234', '1234', '1234'],
  ['+1 415 555 0100', '14155550100', '+14155550100'],
])('%s has the digits %s and is shown as %s', (text, digits, shown) => {
  expect([readPhone(text), formatPhone(text)]).toEqual([digits, shown])
})

test.each(['', ' ', '+', '+56', '+56 2', '9a', 'nueve', '12+34', '++56', '9 1234 / 5678'])(
  '%j is no phone',
  (text) => expect([readPhone(text), formatPhone(text)]).toEqual([null, text]),
)

test('every beginning of a number may become one, other text may not', () => {
  const typed = '+56 9 1234 5678'
  for (let length = 0; length <= typed.length; length += 1)
    expect(mayBecomePhone(typed.slice(0, length))).toBe(true)
  for (const text of ['9a', '++', '5+6', 'nueve']) expect(mayBecomePhone(text)).toBe(false)
})

test('a formatted phone keeps the typed digits, and formatting it again changes nothing', () => {
  const typed = fc.oneof(
    fc.tuple(fc.constant(''), fc.stringMatching(/^[0-9]{1,15}$/)),
    fc.tuple(fc.constant('+'), fc.stringMatching(/^[0-9]{8,15}$/)),
  )
  fc.assert(
    fc.property(typed, ([plus, digits]) => {
      const shown = formatPhone(plus + digits)
      expect(readPhone(shown)).toBe(digits)
      expect(formatPhone(shown)).toBe(shown)
    }),
  )
})
