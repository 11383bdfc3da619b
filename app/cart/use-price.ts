import { useState } from 'react'
import type { CartLine } from '#contract/cart.ts'
import type { DeliveryChoice } from '#contract/delivery-options.ts'
import { type DeliveryKind, type DeliveryOption, deliveryCost, type OrderPrice } from '#domain/order-price.ts'
import { sumTotals } from '#domain/price.ts'
import { ApiError, browserApi } from '../api/client.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { rememberCoupon } from './order-request.ts'

/** The delay of a count: a series of presses on a quantity is counted once. */
const DEBOUNCE_MS = 250

/** `isInvalid`: no cart can use the code. */
type CouponProblem = { code: string; message: string; isInvalid: boolean }

/** The server's price without the code or delivery that it refused, and its messages about them. */
type Counted = { price: OrderPrice | null; coupon?: CouponProblem; delivery?: string }

/** The last answer, with the key of its request. After a failure the price is the last one that is known. */
type Answer = Counted & { key: string; failed?: boolean }

/** The sums of a screen, in pesos; null while an amount isn't known. */
export type Sums = {
  subtotal: number
  coupon: { code: string; discount: number | null; freeDelivery: boolean } | null
  delivery: { kind: DeliveryKind; cost: number | null } | null
  total: number
}

export type ShownPrice = {
  sums: Sums
  state: 'known' | 'counting' | 'failed'
  /** Why the code doesn't count, for the customer. */
  couponProblem: CouponProblem | undefined
  /** Why the order can't arrive in the wanted way. */
  deliveryProblem: string | undefined
  recount: () => void
}

/**
 * The price of the lines with a code and a delivery, counted by the server again after every change; without both it is the sum
 * of the lines. Until the answer, and after a failure, the last discount stays. A refused code stays remembered, as the cart may
 * change; an invalid code is forgotten.
 *
 * @param option the delivery option of `delivery`, if the screen has loaded it: its cost shows at once
 */
export function usePrice({
  lines,
  coupon,
  delivery,
  option,
}: {
  lines: readonly CartLine[]
  coupon: string
  delivery: DeliveryChoice | undefined
  option?: DeliveryOption | undefined
}): ShownPrice {
  const items = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const isAsked = items.length > 0 && (coupon !== '' || delivery !== undefined)
  const totals = lines.map(({ total }) => total)
  const [attempt, setAttempt] = useState(0)
  /** The last code that isn't valid. It is forgotten, and its message stays until another code is tried. */
  const [dropped, setDropped] = useState<CouponProblem>()
  const key = JSON.stringify([items, totals, coupon, delivery, attempt])
  const answer: Answer | undefined = useLoaded(async (signal) => {
    if (!isAsked) return answer
    if (answer) await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
    signal.throwIfAborted()
    const counted = await countPrice({ items, coupon, delivery }, signal).catch(() => null)
    signal.throwIfAborted()
    const invalid = counted?.coupon?.isInvalid ? counted.coupon : undefined
    if (coupon) setDropped(invalid)
    if (invalid) rememberCoupon('')
    return { ...(counted ?? { price: answer?.price ?? null, failed: true }), key }
  }, key)

  const current = isAsked && answer?.key === key ? answer : undefined
  return {
    sums: sumsOf(sumTotals(totals), {
      coupon: isAsked ? coupon : '',
      kind: option?.kind ?? (delivery && ('pickup' in delivery ? 'pickup' : 'zone')),
      option,
      price: (isAsked && answer?.price) || null,
    }),
    state: isAsked && !current ? 'counting' : current?.failed ? 'failed' : 'known',
    couponProblem: current?.coupon ?? dropped,
    deliveryProblem: current?.delivery,
    recount: () => setAttempt(attempt + 1),
  }
}

type Shown = {
  coupon: string
  kind: DeliveryKind | undefined
  option: DeliveryOption | undefined
  price: OrderPrice | null
}

/** The sums to show: the server's discount, applied to the subtotal and the delivery option that the screen knows. */
function sumsOf(subtotal: number, { coupon, kind, option, price }: Shown): Sums {
  const counts = price?.coupon?.code === coupon ? price.coupon : null
  const discount = counts?.discount ?? 0
  const freeDelivery = counts?.freeDelivery ?? false
  const products = sumTotals([subtotal, -discount])
  const counted = price?.delivery?.kind === kind ? price?.delivery?.cost : undefined
  const cost = option && freeDelivery ? 0 : option ? deliveryCost(option, products) : (counted ?? null)
  return {
    subtotal,
    coupon: coupon ? { code: coupon, discount: counts ? discount : null, freeDelivery } : null,
    delivery: kind ? { kind, cost } : null,
    total: sumTotals([products, cost ?? 0]),
  }
}

type Request = {
  items: Pick<CartLine, 'productId' | 'quantity'>[]
  coupon?: string
  delivery?: DeliveryChoice | undefined
}

/** Asks the server for a price, and asks again without the code or the delivery that it refuses. */
async function countPrice({ items, coupon = '', delivery }: Request, signal: AbortSignal): Promise<Counted> {
  if (!coupon && !delivery) return { price: null }
  try {
    const body = { items, ...(coupon && { coupon }), ...(delivery && { delivery }) }
    return { price: (await browserApi.priceCart({ body, signal })).data }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message } = error
    if (delivery && code === 'NO_DELIVERY_THERE')
      return { ...(await countPrice({ items, coupon }, signal)), delivery: message }
    if (coupon && (code.startsWith('COUPON_') || code === 'TOO_MANY')) {
      const problem = { code: coupon, message, isInvalid: code === 'COUPON_INVALID' }
      return { ...(await countPrice({ items, delivery }, signal)), coupon: problem }
    }
    throw error
  }
}
