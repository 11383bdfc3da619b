import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { birthDate, monthNumber } from './birth-date.ts'
import { joinCarts, mergeItems, sameItems } from './cart.ts'
import { ORDER_STATUSES, orderStatuses, statusChangeEffects } from './order-status.ts'
import { clampToStock, fitsStock } from './stock.ts'
import { splitTax } from './tax.ts'
import { fold } from './text.ts'

test('tax and subtotal always add up to the total', () => {
  expect(splitTax(10_000)).toEqual({ subtotal: 8_100, tax: 1_900 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (hundredths) => {
      const { subtotal, tax } = splitTax(hundredths / 100)
      expect(Math.round(subtotal * 100) + Math.round(tax * 100)).toBe(hundredths)
    }),
  )
})

describe('carts', () => {
  test('lines of one product are added up', () => {
    const items = [
      { productId: 'a', quantity: 6 },
      { productId: 'b', quantity: 1 },
      { productId: 'a', quantity: 6 },
    ]
    expect(mergeItems(items)).toEqual([
      { productId: 'a', quantity: 12 },
      { productId: 'b', quantity: 1 },
    ])
  })

  test('joined carts keep the larger quantity of each product', () => {
    const joined = joinCarts(
      [
        { productId: 'a', quantity: 1 },
        { productId: 'b', quantity: 5 },
      ],
      [
        { productId: 'a', quantity: 3 },
        { productId: 'c', quantity: 2 },
      ],
    )
    expect(new Map(joined.map((item) => [item.productId, item.quantity]))).toEqual(
      new Map([
        ['a', 3],
        ['b', 5],
        ['c', 2],
      ]),
    )
  })

  test('carts are compared without regard to the order of their lines', () => {
    const one = [
      { productId: 'a', quantity: 1 },
      { productId: 'b', quantity: 2 },
    ]
    expect(sameItems(one, [...one].reverse())).toBe(true)
    expect(sameItems(one, one.slice(1))).toBe(false)
    expect(sameItems(one, [one[0]!, { productId: 'b', quantity: 3 }])).toBe(false)
    expect(sameItems(one, [one[0]!, { productId: 'c', quantity: 2 }])).toBe(false)
  })
})

test('quantities are checked against the stock and reduced to it', () => {
  expect(fitsStock(10, 9, 1)).toBe(true)
  expect(fitsStock(10, 9, 2)).toBe(false)
  expect(fitsStock(0, 0, 0)).toBe(false)
  expect([clampToStock(7, 5), clampToStock(0, 5), clampToStock(3, 0)]).toEqual([5, 1, 0])
})

test('after any sequence of status changes the held stock matches the last status', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ORDER_STATUSES)), (path) => {
      let status: (typeof ORDER_STATUSES)[number] = 'pending'
      let held = 1
      for (const next of path) {
        held += { take: 1, release: -1, keep: 0 }[statusChangeEffects(status, next).stock]
        status = next
      }
      expect(held).toBe(orderStatuses[status].holdsStock ? 1 : 0)
    }),
  )
})

describe('birth dates', () => {
  test('a day that does not exist is refused', () => {
    expect(birthDate(31, 2, 2000)).toBeNull()
    expect(birthDate(29, 2, 2023)).toBeNull()
    expect(birthDate(29, 2, 2024)).toBe('2024-02-29')
    expect(birthDate(1, 1, 1980)).toBe('1980-01-01')
  })

  test('months are numbers or Spanish names', () => {
    expect([1, '12', 'Febrero', 'SEPTIEMBRE', ' marzo '].map(monthNumber)).toEqual([1, 12, 2, 9, 3])
    expect(['0', 13, 'febrer', '', '1.5'].map(monthNumber)).toEqual([null, null, null, null, null])
  })
})

test('folding removes case, accents and extra spaces', () => {
  expect(fold('  Ácido  FÓLICO Ñandú ')).toBe('acido folico nandu')
})
