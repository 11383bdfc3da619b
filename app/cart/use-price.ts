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

/** The parts of a price. Without a code and a delivery the price is the sum of the lines, and the server isn't asked. */
type Request = { lines: readonly CartLine[]; coupon?: string; delivery?: DeliveryChoice | undefined }

type CouponProblem = { code: string; message: string }

/**
 * The server's answer: the price without the code or delivery that it refused, and its messages about them. `isInvalid`: no cart
 * can use the code.
 */
type Counted = {
  price: OrderPrice | null
  coupon?: CouponProblem
  isInvalid?: boolean
  delivery?: string
}

/** The last answer, null after a failure, with the key of its request, and the last price that is known. */
type Answer = { key: string; counted: Counted | null; last: OrderPrice | null }

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
 * The price of the lines with a code and a delivery, counted by the server again after every change. Until the answer, and after
 * a failure, the last discount stays. A refused code stays remembered, as the cart may change; an invalid code is forgotten.
 *
 * @param option the delivery option of `delivery`, if the screen has loaded it: its cost shows at once
 */
export function usePrice({
  lines,
  coupon = '',
  delivery,
  option,
}: Request & { option?: DeliveryOption | undefined }): ShownPrice {
  const items = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const isAsked = items.length > 0 && (coupon !== '' || delivery !== undefined)
  const totals = lines.map(({ total }) => total)
  const [attempt, setAttempt] = useState(0)
  const key = JSON.stringify([items, totals, coupon, delivery, attempt])
  /** The last code that isn't valid. It is forgotten, and its message stays until another code is tried. */
  const [dropped, setDropped] = useState<CouponProblem>()
  const answer: Answer | undefined = useLoaded(async (signal) => {
    if (!isAsked) return answer
    if (answer) await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
    signal.throwIfAborted()
    const counted = await countPrice({ items, coupon, delivery }, signal).catch(() => null)
    signal.throwIfAborted()
    if (coupon) setDropped(counted?.isInvalid ? counted.coupon : undefined)
    if (counted?.isInvalid) rememberCoupon('')
    return { key, counted, last: counted?.price ?? answer?.last ?? null }
  }, key)

  const isKnown = !isAsked || answer?.key === key
  const counted = isAsked && isKnown ? answer?.counted : undefined
  return {
    sums: sumsOf(sumTotals(totals), {
      coupon: isAsked ? coupon : '',
      kind: option?.kind ?? (delivery && ('pickup' in delivery ? 'pickup' : 'zone')),
      option,
      price: counted ? counted.price : isAsked ? (answer?.last ?? null) : null,
    }),
    state: !isKnown ? 'counting' : isAsked && counted === null ? 'failed' : 'known',
    couponProblem: counted?.coupon ?? dropped,
    deliveryProblem: counted?.delivery,
    recount: () => setAttempt(attempt + 1),
  }
}

/** The sums to show: the server's discount, applied to the subtotal and the delivery option that the screen knows. */
function sumsOf(
  subtotal: number,
  {
    coupon,
    kind,
    option,
    price,
  }: {
    coupon: string
    kind: DeliveryKind | undefined
    option: DeliveryOption | undefined
    price: OrderPrice | null
  },
): Sums {
  const counts = price?.coupon?.code === coupon ? price.coupon : null
  const discount = counts?.discount ?? 0
  const freeDelivery = counts?.freeDelivery ?? false
  const cost = !kind
    ? null
    : option
      ? freeDelivery
        ? 0
        : deliveryCost(option, sumTotals([subtotal, -discount]))
      : price?.delivery?.kind === kind
        ? price.delivery.cost
        : null
  return {
    subtotal,
    coupon: coupon ? { code: coupon, discount: counts ? discount : null, freeDelivery } : null,
    delivery: kind ? { kind, cost } : null,
    total: sumTotals([subtotal, -discount, cost ?? 0]),
  }
}

/** Asks the server for a price, and asks again without the code or the delivery that it refuses. */
async function countPrice(
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
