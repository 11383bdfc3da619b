import { expect, test } from 'vitest'
import { barsOf } from './barcode.tsx'

// An EAN-13 has guards at its ends (101) and in the middle (01010).
const EAN = /^101[01]{42}01010[01]{42}101$/
// A Code 128 begins with start code B or C and ends with the stop code.
const CODE_128 = /^(11010010000|11010011100)[01]+1100011101011$/

test.each([
  ['7801234567894', 'EAN13', EAN],
  ['7801234567890', 'Code 128, as its check digit is wrong', CODE_128],
  ['78012', 'Code 128', CODE_128],
  ['ABC-12', 'Code 128', CODE_128],
  ['1001', 'Code 128', CODE_128],
])('%s is drawn as %s', (code, _, bars) => {
  expect(barsOf(code)).toMatch(bars)
})

test('draws no barcode for a text that none can encode', () => {
  expect(barsOf('código ñ')).toBeNull()
})
