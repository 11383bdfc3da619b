import { expect, test } from 'vitest'
import { gtin13 } from './barcodes.ts'

test.each([
  ['7800000000014', undefined],
  ['4006381333931', '4006381333931'],
  ['interno-7, 4006381333931', '4006381333931'],
  ['036000291452', '0036000291452'],
  ['', undefined],
])('the codes %j have the GTIN %j', (barcode, gtin) => {
  expect(gtin13(barcode)).toBe(gtin)
})
