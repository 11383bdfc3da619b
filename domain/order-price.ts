import { applyCoupon, type Coupon, type CouponLine, type CouponProblem } from './coupon.ts'
import { sumTotals } from './price.ts'

/** How an order arrives: at a pick-up point, or in a delivery zone. */
export const DELIVERY_KINDS = ['pickup', 'zone'] as const
export type DeliveryKind = (typeof DELIVERY_KINDS)[number]

export type DeliveryOption = {
  kind: DeliveryKind
  name: string
  /** Whole pesos; 0 of a pick-up point. */
  price: number
  /** From this sum of the products, less the code's discount, the delivery is free: pesos, null for never. */
  freeFrom: number | null
}

/** The price of an order (docs/shop.md#prices): subtotal − discount + delivery cost = total. */
export type OrderPrice = {
  /** The sum of the lines, pesos with two decimals. */
  subtotal: number
  /** The discount in whole pesos. */
  coupon: { code: string; discount: number; freeDelivery: boolean } | null
  /** The cost in whole pesos. */
  delivery: { kind: DeliveryKind; name: string; cost: number } | null
  /** Pesos with two decimals. */
  total: number
}

/**
 * Prices an order.
 *
 * @returns the price, and the whole pesos that the code takes off each line; or why the code isn't valid for these lines
 */
export function priceOrder(
  lines: readonly CouponLine[],
  { coupon, delivery }: { coupon?: Coupon | undefined; delivery?: DeliveryOption | undefined },
): CouponProblem | { price: OrderPrice; couponDiscounts: number[] } {
  const subtotal = sumTotals(lines.map(({ total }) => total))
  const applied = coupon ? applyCoupon(coupon, lines) : { couponDiscounts: lines.map(() => 0) }
  if ('problem' in applied) return applied
  const { couponDiscounts } = applied
  const discount = couponDiscounts.reduce((sum, share) => sum + share, 0)
  const freeDelivery = coupon?.kind === 'delivery'
  const cost = delivery && !freeDelivery ? deliveryCost(delivery, sumTotals([subtotal, -discount])) : 0
  return {
    price: {
      subtotal,
      coupon: coupon ? { code: coupon.code, discount, freeDelivery } : null,
      delivery: delivery ? { kind: delivery.kind, name: delivery.name, cost } : null,
      total: sumTotals([subtotal, -discount, cost]),
    },
    couponDiscounts,
  }
}

/** The cost of a delivery in whole pesos; `products` is their sum less the code's discount. */
export const deliveryCost = (
  { price, freeFrom }: Pick<DeliveryOption, 'price' | 'freeFrom'>,
  products: number,
) => (freeFrom !== null && products >= freeFrom ? 0 : price)
