import type { CartLine } from '#contract/cart.ts'
import type { DeliveryChoice } from '#contract/delivery-options.ts'
import type { OrderPrice } from '#domain/order-price.ts'
import { ApiError, browserApi } from '../api/client.ts'

export type CouponProblem = { code: string; message: string }

/**
 * The server's answer: the price without the code or delivery that it refused, and its messages about them. `isInvalid`: no cart
 * can use the code.
 */
export type Counted = {
  price: OrderPrice | null
  coupon?: CouponProblem
  isInvalid?: boolean
  delivery?: string
}

/** Asks the server for a price, and asks again without the code or the delivery that it refuses. */
export async function countPrice(
  {
    items,
    coupon,
    delivery,
  }: {
    items: Pick<CartLine, 'productId' | 'quantity'>[]
    coupon?: string
    delivery?: DeliveryChoice | undefined
  },
  signal: AbortSignal,
  refused: Omit<Counted, 'price'> = {},
): Promise<Counted> {
  if (!coupon && !delivery) return { ...refused, price: null }
  try {
    const { data } = await browserApi.priceCart({
      body: { items, ...(coupon && { coupon }), ...(delivery && { delivery }) },
      signal,
    })
    return { ...refused, price: data }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message } = error
    if (delivery && code === 'NO_DELIVERY_THERE')
      return countPrice({ items, ...(coupon && { coupon }) }, signal, { ...refused, delivery: message })
    if (coupon && (code.startsWith('COUPON_') || code === 'TOO_MANY'))
      return countPrice({ items, delivery }, signal, {
        ...refused,
        coupon: { code: coupon, message },
        isInvalid: code === 'COUPON_INVALID',
      })
    throw error
  }
}
