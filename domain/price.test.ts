import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differenceInWords } from './order-payment.ts'
import { discountedPrice, formatDecimal, lineTotal, sumTotals, withPoint } from './price.ts'

test('subtracts the discount from a price', () => {
  expect(discountedPrice(10_000, 25)).toBe(7_500)
  expect(discountedPrice(990, 0)).toBe(990)
  expect(discountedPrice(990, 100)).toBe(0)
})

test('rounds a line to two decimals, once, over the whole line', () => {
  expect(lineTotal(3, 999, 33)).toBe(2_007.99)
  expect(lineTotal(1, 1_005, 12.5)).toBe(879.38)
})

test('writes decimals with a comma, and gives typed ones their point', () => {
  expect([12.5, 30].map(formatDecimal)).toEqual(['12,5', '30'])
  expect([' 12,5 ', '12.5', ''].map(withPoint)).toEqual(['12.5', '12.5', ''])
})

test('says what a payment is short of or has too much', () => {
  expect([-500, 12_000, -1, 1, 0].map(differenceInWords)).toEqual([
    'faltan $500',
    'sobran $12.000',
    'falta $1',
    'sobra $1',
    '',
  ])
})

test('a line total is between zero and the full price, and totals add up without rounding errors', () => {
  const line = fc.tuple(
    fc.integer({ min: 1, max: 9_999 }),
    fc.integer({ min: 0, max: 1_000_000 }),
    fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const totals = lines.map(([quantity, price, discount]) => lineTotal(quantity, price, discount))
      lines.forEach(([quantity, price], index) => {
        expect(totals[index]).toBeGreaterThanOrEqual(0)
        expect(totals[index]).toBeLessThanOrEqual(quantity * price)
      })
      const sum = sumTotals(totals)
      expect(Math.round(sum * 100)).toBe(totals.reduce((all, total) => all + Math.round(total * 100), 0))
    }),
  )
})
