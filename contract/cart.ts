import { z } from 'zod'
import { DELIVERY_KINDS } from '#domain/order-price.ts'
import { SALE_CONDITIONS } from '#domain/sale-condition.ts'
import { defineCall } from './call.ts'
import { MAX_LINES } from './cart-limits.ts'
import { couponCode } from './coupons.ts'
import { deliveryChoice } from './delivery-options.ts'
import { data, id } from './fields.ts'

/** The largest number of units that the pharmacy may allow in a line; `store.config.ts` has the allowed number. */
export const MAX_QUANTITY = 9_999

const quantity = z.int().min(1).max(MAX_QUANTITY)
/** An amount shown by the client: compared with the catalogue, never charged. */
const shownAmount = z.number().finite().min(0).optional()

/** The refusals of an order's code or way of delivery. */
export const PRICE_REFUSALS = [
  'COUPON_INVALID',
  'COUPON_USED',
  'COUPON_PRESCRIPTION',
  'COUPON_NOT_FOR_THESE',
  'COUPON_MINIMUM',
  'NO_DELIVERY_THERE',
] as const

/** A cart line as a client sends it. */
export const sentLine = z.object({
  productId: id,
  quantity,
  price: shownAmount,
  discount: shownAmount,
  total: shownAmount,
})
export type SentLine = z.infer<typeof sentLine>

/** A cart line as the server answers it, with everything a screen shows. */
export const cartLine = z.object({
  productId: z.string(),
  name: z.string(),
  /** File name below `/api/products/image/`, or empty. */
  image: z.string(),
  quantity: z.int(),
  /** Unit price before the discount, pesos. */
  price: z.int(),
  /** The discount in percent. */
  discount: z.number(),
  /** Quantity × price less the discount, pesos with two decimals. */
  total: z.number(),
  stock: z.int(),
  saleCondition: z.enum(SALE_CONDITIONS),
  /** Not for sale until the pharmacy knows the condition of sale. */
  held: z.boolean(),
})
export type CartLine = z.infer<typeof cartLine>

/**
 * A line that `update-cart` changed: the product is gone, has no price, is sold in person only, is held, or its quantity was above
 * the stock.
 */
const adjustment = z.object({
  productId: z.string(),
  name: z.string(),
  reason: z.enum(['unknown', 'price', 'in-person', 'held', 'stock']),
  quantity: z.int(),
})

/** The price of an order: the schema of `OrderPrice`. */
const orderPrice = z.object({
  /** The sum of the lines, pesos with two decimals. */
  subtotal: z.number(),
  /** The discount in whole pesos. */
  coupon: z.object({ code: z.string(), discount: z.int(), freeDelivery: z.boolean() }).nullable(),
  /** The cost in whole pesos. */
  delivery: z.object({ kind: z.enum(DELIVERY_KINDS), name: z.string(), cost: z.int() }).nullable(),
  /** Pesos with two decimals. */
  total: z.number(),
})

/** The answer of calls that change the cart: its current lines. */
const cartAnswer = z.object({ message: z.string(), data: z.array(cartLine) })

export const cartCalls = {
  getCart: defineCall('GET /cart/:userId', {
    access: 'owner',
    summary: "Reads a user's cart.",
    answer: data(z.array(cartLine)),
  }),
  addToCart: defineCall('POST /cart/add-to-cart', {
    access: 'owner',
    summary: 'Adds quantities to the cart.',
    body: z.object({ user: id, items: z.array(sentLine).min(1).max(MAX_LINES) }),
    answer: cartAnswer,
    errors: ['NOT_FOUND', 'NO_PRICE', 'SALE_IN_PERSON', 'CONDITION_UNKNOWN', 'NO_STOCK'],
  }),
  priceCart: defineCall('POST /cart/price', {
    access: 'everyone',
    summary:
      'What an order of these products would cost, with a code and a way of delivery. Nothing is reserved.',
    body: z.object({
      items: z.array(z.object({ productId: id, quantity })).max(MAX_LINES),
      coupon: couponCode.optional(),
      delivery: deliveryChoice.optional(),
    }),
    answer: data(orderPrice),
    errors: ['NOT_FOUND', ...PRICE_REFUSALS, 'TOO_MANY'],
  }),
  removeFromCart: defineCall('GET /cart/remove-from-cart/:cart/:productId', {
    access: 'owner',
    summary: 'Removes a product from the cart.',
    answer: cartAnswer,
  }),
  updateCart: defineCall('POST /cart/update-cart', {
    access: 'owner',
    summary: "Sets the cart's lines and answers what was adjusted.",
    body: z.object({ cart: id, items: z.array(sentLine).max(MAX_LINES) }),
    answer: cartAnswer.extend({ adjusted: z.array(adjustment) }),
    errors: ['NOT_FOUND'],
  }),
  emptyCart: defineCall('GET /cart/empty-cart/:id', {
    access: 'owner',
    summary: 'Empties the cart.',
    answer: cartAnswer,
  }),
}
