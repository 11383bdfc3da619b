import { expect, test } from 'vitest'
import { readPesos, readWholeNumber } from './pesos.ts'

test.each([
  ['12990', '12990'],
  ['12.990', '12990'],
  ['$12990', '12990'],
  ['$12.990', '12990'],
  ['$ 12.990', '12990'],
  [' 12 990 ', '12990'],
  ['12.990.-', '12990'],
  ['12.990,-', '12990'],
  ['CLP 12.990', '12990'],
  ['12.990 pesos', '12990'],
  ['12.990,00', '12990'],
  ['12990.0', '12990'],
  ['1.234.567', '1234567'],
  ['0', '0'],
  ['1.990', '1990'],
])('«%s» is %s pesos', (text, digits) => {
  expect(readPesos(text)).toEqual({ digits })
})

test.each(['12,990', '12990.000', '0.990', '$ 12,990'])('«%s» could be two prices', (text) => {
  expect(readPesos(text)).toBe('ambiguous')
})

test.each([
  '',
  '$',
  '12.99',
  '12.9900',
  '1.23.456',
  '12990,5',
  '-5',
  '1e3',
  'doce mil',
  '12.990 14.990',
  '１２',
  '12.990 USD',
  '٣',
])('«%s» is no price', (text) => {
  expect(readPesos(text)).toBeNull()
})

test('a whole number is read like a price, but a currency sign is refused', () => {
  expect(readWholeNumber('1.500')).toEqual({ digits: '1500' })
  expect(readWholeNumber('$1.500')).toBeNull()
})
