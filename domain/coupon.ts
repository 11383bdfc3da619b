import { needsPrescription, type SaleCondition } from './sale-condition.ts'

/** Codes for a discount (docs/checkout-and-orders.md#coupons): the lines that count for a code, and the pesos that it takes off each. */

/** `amount` is in pesos; `delivery` makes the delivery free. */
export const COUPON_KINDS = ['percent', 'amount', 'delivery'] as const
export type CouponKind = (typeof COUPON_KINDS)[number]
export const COUPON_KIND_NAMES: Record<CouponKind, string> = {
  percent: 'Porcentaje',
  amount: 'Pesos',
  delivery: 'Despacho gratis',
}

/** Whether customers can use a code today. `planned`: not yet; `ended`: no more; `used`: all its uses are gone. */
export const COUPON_STATES = ['live', 'planned', 'used', 'ended'] as const
export type CouponState = (typeof COUPON_STATES)[number]
export const COUPON_STATE_NAMES: Record<CouponState, string> = {
  live: 'Vigente',
  planned: 'Por comenzar',
  used: 'Agotado',
  ended: 'Terminado',
}

/** The code as it is stored and compared: case and spaces don't matter, the dash does. */
export const normalizeCouponCode = (typed: string) => typed.replace(/\s/g, '').toUpperCase()

/** A code with its discount and its conditions. */
export type Coupon = {
  code: string
  kind: CouponKind
  /** Percent from 1 to 100, or pesos; 0 of the kind `delivery`. */
  value: number
  /** The least sum of all lines, pesos. */
  minimum: number | null
  /** The greatest discount, pesos. */
  maximum: number | null
  /** Ids. With categories and laboratories, a line must match both; empty for all. */
  categories: readonly string[]
  laboratories: readonly string[]
}

/** The facts of an order line that a code depends on. */
export type CouponLine = {
  /** After the product's own discount, pesos with two decimals. */
  total: number
  saleCondition: SaleCondition
  categoryId: string
  laboratoryId: string
}

/** Why a code isn't valid for these lines; `missing` is in whole pesos. */
export type CouponProblem =
  | { problem: 'COUPON_PRESCRIPTION' | 'COUPON_NOT_FOR_THESE' }
  | { problem: 'COUPON_MINIMUM'; missing: number }

/**
 * The whole pesos that a code takes off each line, in the order of the lines. Medicines on prescription never count: Chile's health code
 * forbids promotions of them.
 */
export function applyCoupon(
  coupon: Coupon,
  lines: readonly CouponLine[],
): CouponProblem | { couponDiscounts: number[] } {
  const free = lines.filter(({ saleCondition }) => !needsPrescription(saleCondition))
  const wanted = lines.filter((line) => isMeant(coupon, line))
  const counting = free.filter((line) => wanted.includes(line))
  if (counting.length === 0)
    return {
      problem: free.length > 0 && wanted.length === 0 ? 'COUPON_NOT_FOR_THESE' : 'COUPON_PRESCRIPTION',
    }
  const missing = Math.ceil((coupon.minimum ?? 0) - hundredths(lines) / 100)
  if (missing > 0) return { problem: 'COUPON_MINIMUM', missing }
  const shares = spread(
    discountOf(coupon, hundredths(counting)),
    counting.map(({ total }) => total),
  )
  return { couponDiscounts: lines.map((line) => shares[counting.indexOf(line)] ?? 0) }
}

const isMeant = ({ categories, laboratories }: Coupon, line: CouponLine) =>
  (categories.length === 0 || categories.includes(line.categoryId)) &&
  (laboratories.length === 0 || laboratories.includes(line.laboratoryId))

const hundredths = (lines: readonly CouponLine[]) =>
  lines.reduce((sum, { total }) => sum + Math.round(total * 100), 0)

/** The discount in whole pesos of lines with this sum; a percent is rounded half up. */
function discountOf({ kind, value, maximum }: Coupon, sumHundredths: number): number {
  if (kind === 'delivery') return 0
  const asked = kind === 'amount' ? value : Math.floor((sumHundredths * value + 5_000) / 10_000)
  return Math.min(asked, maximum ?? asked)
}

/** Spreads whole pesos over lines by largest remainder. Each line keeps at least one peso, so the sum may be less than `amount`. */
function spread(amount: number, totals: readonly number[]): number[] {
  const limits = totals.map((total) => Math.max(0, Math.floor(total - 1)))
  const sum = totals.reduce((all, total) => all + total, 0)
  const exact = totals.map((total) => (sum > 0 ? (amount * total) / sum : 0))
  const shares = exact.map((share, index) => Math.min(Math.floor(share), limits[index]!))
  const byRemainder = totals
    .map((_, index) => index)
    .sort((a, b) => exact[b]! - Math.floor(exact[b]!) - (exact[a]! - Math.floor(exact[a]!)) || a - b)
  let left = Math.min(amount, sumOf(limits)) - sumOf(shares)
  while (left > 0)
    for (const index of byRemainder) {
      if (left === 0 || shares[index]! >= limits[index]!) continue
      shares[index]! += 1
      left -= 1
    }
  return shares
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
