import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyCoupon, type Coupon, type CouponLine, normalizeCouponCode } from './coupon.ts'
import { priceOrder } from './order-price.ts'

const line = (values: Partial<CouponLine> = {}): CouponLine => ({
  total: 10_000,
  saleCondition: 'none',
  categoryId: 'vitaminas',
  laboratoryId: 'andino',
  ...values,
})
const code = (values: Partial<Coupon> = {}): Coupon => ({
  code: 'VERANO',
  kind: 'percent',
  value: 10,
  minimum: null,
  maximum: null,
  categories: [],
  laboratories: [],
  ...values,
})
const zone = { kind: 'zone', name: 'Santiago centro', price: 3_490, freeFrom: 30_000 } as const

const priced = (...[lines, request]: Parameters<typeof priceOrder>) => {
  const found = priceOrder(lines, request)
  if ('problem' in found) throw new Error(found.problem)
  return found.price
}

describe('a code', () => {
  test('is the same in any case and with spaces; the dash is part of it', () => {
    expect(normalizeCouponCode(' ver ano ')).toBe('VERANO')
    expect(normalizeCouponCode('ver-10')).not.toBe(normalizeCouponCode('ver10'))
  })

  test.each([
    [{ kind: 'percent', value: 10 }, [10_005], 1_001],
    [{ kind: 'percent', value: 10 }, [10_004.99], 1_000],
    [{ kind: 'percent', value: 10, maximum: 500 }, [10_005], 500],
    [{ kind: 'amount', value: 3_000 }, [10_000], 3_000],
    [{ kind: 'amount', value: 3_000 }, [2_000, 500.5], 2_498],
    [{ kind: 'percent', value: 100 }, [1, 0.5], 0],
    [{ kind: 'delivery', value: 0 }, [10_000], 0],
  ] as const)(
    'of %o takes whole pesos off lines of %o, and leaves each at least one',
    (rule, totals, discount) => {
      const lines = totals.map((total) => line({ total }))
      expect(priced(lines, { coupon: code(rule) }).coupon?.discount).toBe(discount)
    },
  )

  test('is spread by largest remainder', () => {
    const lines = [1_000, 1_000, 1_001].map((total) => line({ total }))
    expect(applyCoupon(code({ kind: 'amount', value: 100 }), lines)).toEqual({
      couponDiscounts: [33, 33, 34],
    })
  })

  test('never counts medicines on prescription, whatever its kind', () => {
    const lines = [line(), line({ saleCondition: 'simple' }), line({ saleCondition: 'retained' })]
    expect(applyCoupon(code(), lines)).toEqual({ couponDiscounts: [1_000, 0, 0] })
    for (const kind of ['percent', 'amount', 'delivery'] as const)
      expect(applyCoupon(code({ kind }), lines.slice(1))).toEqual({ problem: 'COUPON_PRESCRIPTION' })
  })

  test('with categories and laboratories is for lines in both', () => {
    const rule = code({ categories: ['vitaminas'], laboratories: ['andino'] })
    const others = [line({ categoryId: 'bebé' }), line({ laboratoryId: 'otro' })]
    expect(applyCoupon(rule, [line(), ...others])).toEqual({ couponDiscounts: [1_000, 0, 0] })
    expect(applyCoupon(rule, others)).toEqual({ problem: 'COUPON_NOT_FOR_THESE' })
    const prescribed = [...others, line({ saleCondition: 'simple' })]
    expect(applyCoupon(rule, prescribed)).toEqual({ problem: 'COUPON_PRESCRIPTION' })
  })

  test('says what all lines together lack for its least purchase', () => {
    const lines = [line({ total: 4_000.5 }), line({ saleCondition: 'simple', total: 1_000 })]
    const rule = code({ minimum: 8_000 })
    expect(applyCoupon(rule, lines)).toEqual({ problem: 'COUPON_MINIMUM', missing: 3_000 })
    expect(applyCoupon(rule, [...lines, line({ total: 2_999.5 })])).toHaveProperty('couponDiscounts')
  })
})

describe('a delivery', () => {
  test.each([
    [{}, 29_999.99, 3_490],
    [{}, 30_000, 0],
    [{ coupon: code({ kind: 'amount', value: 1 }) }, 30_000, 3_490],
    [{ coupon: code({ kind: 'delivery', value: 0 }) }, 5_000, 0],
  ])(
    'is free with a code %o, or from a sum of products less its discount: %d costs %d',
    (request, total, cost) => {
      const price = priced([line({ total })], { ...request, delivery: zone })
      expect(price.delivery).toEqual({ kind: 'zone', name: 'Santiago centro', cost })
    },
  )
})

const anyLine = fc.record({
  total: fc.integer({ min: 0, max: 50_000_000 }).map((hundredths) => hundredths / 100),
  saleCondition: fc.constantFrom('none', 'direct', 'simple', 'retained'),
  categoryId: fc.constantFrom('vitaminas', 'bebé'),
  laboratoryId: fc.constantFrom('andino', 'otro'),
})
const anyCode = fc.record({
  code: fc.constant('VERANO'),
  kind: fc.constantFrom('percent', 'amount', 'delivery'),
  value: fc.integer({ min: 1, max: 100 }),
  minimum: fc.option(fc.integer({ min: 1, max: 900_000 })),
  maximum: fc.option(fc.integer({ min: 1, max: 50_000 })),
  categories: fc.subarray(['vitaminas', 'bebé']),
  laboratories: fc.subarray(['andino', 'otro']),
})

test('of any order: Σ lines − discount + delivery = total, and the lines’ discounts add up to the discount', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 12 }),
      anyCode,
      fc.integer({ min: 0, max: 9_990 }),
      (lines, coupon, cost) => {
        const found = priceOrder(lines, { coupon, delivery: { ...zone, price: cost } })
        if ('problem' in found) return
        const { price, couponDiscounts } = found
        const hundredths = lines.reduce((sum, { total }) => sum + Math.round(total * 100), 0)
        const { discount } = price.coupon!
        expect(Math.round(price.total * 100)).toBe(hundredths - discount * 100 + price.delivery!.cost * 100)
        expect(couponDiscounts.reduce((sum, share) => sum + share, 0)).toBe(discount)
        for (const [index, share] of couponDiscounts.entries()) {
          expect(Number.isInteger(share) && share >= 0).toBe(true)
          if (share > 0) expect(lines[index]!.total - share).toBeGreaterThanOrEqual(1)
          if (['simple', 'retained'].includes(lines[index]!.saleCondition)) expect(share).toBe(0)
        }
        if (coupon.maximum !== null) expect(discount).toBeLessThanOrEqual(coupon.maximum)
      },
    ),
  )
})
