import { expect, test } from 'vitest'
import { readGs1 } from './gs1.ts'
import { readExpiry } from './lots.ts'

const GS = '\u001d'

test.each([
  // Figures 4.2.x and 2.1.x of the GS1 General Specifications, as typed, with symbology identifiers and printed.
  [
    '(01)09501101530003(17)140704(10)AB-123',
    { gtin: '09501101530003', expires: '2014-07-04', lot: 'AB-123' },
  ],
  [
    `]d20109501101530003171407041012-34${GS}21XYZ`,
    { gtin: '09501101530003', expires: '2014-07-04', lot: '12-34', serial: 'XYZ' },
  ],
  [`]C1${GS}0195012345678903${'3103000123'}10ABC`, { gtin: '95012345678903', lot: 'ABC' }],
  [
    `${GS}0109501101530003${GS}1725020010LOTE${GS}`,
    { gtin: '09501101530003', expires: '2025-02-28', lot: 'LOTE' },
  ],
  [`10LOT${GS}0109501101530003`, { gtin: '09501101530003', lot: 'LOT' }],
  // Other identifiers are skipped: a count of variable length, a supplier's own number.
  [`0209501101530003372450${GS}10A1`, { lot: 'A1' }],
  ['(01)09501101530003(240)REF 7(10)B2', { gtin: '09501101530003', lot: 'B2' }],
])('reads %j', (text, expected) => {
  expect(readGs1(text, 2026)).toEqual(expected)
})

test.each([
  ['a wrong check digit', '0109501101530004'],
  ['a month that does not exist', '0109501101530003171413 04'],
  ['a day that does not exist', '(17)260230'],
  ['too few digits', '01095011015300'],
  ['a plain barcode', '7801234567893'],
  ['a text', 'Losartán'],
  ['nothing', ''],
])('refuses %s', (_, text) => {
  expect(readGs1(text, 2026)).toBeUndefined()
})

test('two digits of a year are of the nearest century', () => {
  const years = ['(17)760101', '(17)770101', '(17)990101', '(17)000101'].map((text) =>
    readGs1(text, 2026)?.expires?.slice(0, 4),
  )
  expect(years).toEqual(['2076', undefined, undefined, '2000'])
})

test('an expiry is a day, or a month, which means its last day', () => {
  expect(['2028-02', '2027-08-31', '2027-13', '2027-02-29', '2027-08-00', '08/2027'].map(readExpiry)).toEqual(
    ['2028-02-29', '2027-08-31', ...Array.from({ length: 4 }, () => undefined)],
  )
})
