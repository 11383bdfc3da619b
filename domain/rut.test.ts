import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDigitOf, formatRut, fullRut, readRut, seemsToHaveCheckDigit } from './rut.ts'

test.each([
  ['12345678', '12345678', 'none'],
  ['12.345.678', '12345678', 'none'],
  [' 12 345 678 ', '12345678', 'none'],
  ['12.345.678-5', '12345678', 'right'],
  ['12345678-5', '12345678', 'right'],
  ['12.345.678 – 5', '12345678', 'right'],
  ['12.345.678-6', '12345678', 'wrong'],
  ['12.345.678-K', '12345678', 'wrong'],
  ['10.000.013-K', '10000013', 'right'],
  ['10000013k', '10000013', 'right'],
  ['1.000.005-k', '1000005', 'right'],
  ['6-K', '6', 'right'],
  // Digits alone are the number, even if the last digit could be a check digit.
  ['123456785', '123456785', 'none'],
  ['123456789', '123456789', 'none'],
  ['98765433', '98765433', 'none'],
])('%s is read as %s, its check digit is %s', (text, digits, checkDigit) => {
  expect(readRut(text)).toEqual({ digits, checkDigit })
})

test.each([
  '',
  ' ',
  '-',
  'K',
  '-K',
  '12a',
  '12345678-',
  '12345678-55',
  '1-2-3',
  '12345678-KK',
  '+12',
  '１２',
])('%j is no RUT', (text) => expect([readRut(text), formatRut(text)]).toEqual([null, text]))

test.each([
  ['12345678', '12.345.678'],
  ['12345678-5', '12.345.678-5'],
  ['12.345.678-6', '12.345.678-6'],
  ['10000013k', '10.000.013-K'],
  ['9876543', '9.876.543'],
  // Nine digits with a valid check digit at the end get the dash; other nine digits stay a number.
  ['123456785', '12.345.678-5'],
  ['123456789', '123.456.789'],
  ['98765433', '98.765.433'],
])('%s is shown as %s', (text, shown) => expect(formatRut(text)).toBe(shown))

test('more digits than a RUT has seem to include the check digit', () => {
  const seems = (text: string) => seemsToHaveCheckDigit(readRut(text)!)
  expect([seems('123456789'), seems('12345678'), seems('12345678-9')]).toEqual([true, false, false])
})

const number = fc.integer({ min: 1, max: 99_999_999 }).map(String)

test('a number is read with and without check digit; another check digit is wrong', () => {
  fc.assert(
    fc.property(number, fc.constantFrom(...'0123456789K'), (digits, written) => {
      const checkDigit = written === checkDigitOf(digits) ? 'right' : 'wrong'
      expect(readRut(`${digits}-${written}`)).toEqual({ digits, checkDigit })
      expect(readRut(fullRut(digits))).toEqual({ digits, checkDigit: 'right' })
      expect(readRut(digits)).toEqual({ digits, checkDigit: 'none' })
    }),
  )
})

test('a formatted RUT is read like the typed one, and formatting it again changes nothing', () => {
  fc.assert(
    fc.property(number, fc.constantFrom('', '-0', '-5', '-K', '-k'), (digits, end) => {
      const shown = formatRut(digits + end)
      expect(readRut(shown)).toEqual(readRut(digits + end))
      expect(formatRut(shown)).toBe(shown)
    }),
  )
})
