import { expect, test } from 'vitest'
import { dayHint } from './day-hint.ts'

test.each([
  ['es-CL', undefined],
  ['es-ES', undefined],
  ['en-GB', undefined],
  ['en-US', '05-03-2026'],
  ['sv-SE', '05-03-2026'],
])('gives a browser in %s the hint %s', (locale, hint) => {
  expect(dayHint('2026-03-05', locale)).toBe(hint)
  expect(dayHint('', locale)).toBeUndefined()
})
