import { z } from 'zod'
import { defineCall } from './call.ts'
import { data, id } from './fields.ts'

/** The most of one product that a line may ask for, whatever the stock. */
export const MAX_QUANTITY = 9_999
/** The most lines that a cart may have. */
export const MAX_LINES = 200

const quantity = z.int().min(1).max(MAX_QUANTITY)
/** What the client showed; the server compares it with the catalogue and never charges it (design §2.12). */
const shown = z.number().finite().min(0).optional()

/** A cart line as a client sends it. */
export const sentLine = z.object({ productId: id, quantity, price: shown, discount: shown, total: shown })
export type SentLine = z.infer<typeof sentLine>

/** A cart line with what a screen needs to show it. */
export const cartLine = z.object({
  productId: z.string(),
  name: z.string(),
  /** File name below `/api/products/image/`, empty when there is none. */
  image: z.string(),
  quantity: z.int(),
  /** Unit price before the discount, pesos. */
  price: z.int(),
  /** Percent. */
  discount: z.number(),
  /** Quantity × price less the discount, pesos with two decimals. */
  total: z.number(),
  stock: z.int(),
})
export type CartLine = z.infer<typeof cartLine>

/** What `update-cart` had to change: a product that is gone, or a quantity above the stock (design §2.11). */
const adjustment = z.object({
  productId: z.string(),
  name: z.string(),
  reason: z.enum(['unknown', 'stock']),
  quantity: z.int(),
})

/** The answer of a call that changes the cart: always the fresh lines. */
const cartAnswer = z.object({ message: z.string(), data: z.array(cartLine) })

export const cartCalls = {
  getCart: defineCall({
    method: 'GET',
    path: '/cart/:userId',
    access: 'owner',
    summary: "Reads a user's cart.",
    params: z.object({ userId: id }),
    answer: data(z.array(cartLine)),
    errors: ['NOT_FOUND'],
  }),
  addToCart: defineCall({
    method: 'POST',
    path: '/cart/add-to-cart',
    access: 'owner',
    summary: 'Adds quantities to the cart.',
    body: z.object({ user: id, items: z.array(sentLine).min(1).max(MAX_LINES) }),
    answer: cartAnswer,
    errors: ['NOT_FOUND', 'NO_STOCK'],
  }),
  removeFromCart: defineCall({
    method: 'GET',
    path: '/cart/remove-from-cart/:cart/:productId',
    access: 'owner',
    summary: 'Takes a product out of the cart.',
    params: z.object({ cart: id, productId: id }),
    answer: cartAnswer,
    errors: ['NOT_FOUND'],
  }),
  updateCart: defineCall({
    method: 'POST',
    path: '/cart/update-cart',
    access: 'owner',
    summary: "Sets the cart's lines and says what had to be adjusted.",
    body: z.object({ cart: id, items: z.array(sentLine).max(MAX_LINES) }),
    answer: cartAnswer.extend({ adjusted: z.array(adjustment) }),
    errors: ['NOT_FOUND'],
  }),
  emptyCart: defineCall({
    method: 'GET',
    path: '/cart/empty-cart/:id',
    access: 'owner',
    summary: 'Empties the cart.',
    params: z.object({ id }),
    answer: cartAnswer,
    errors: ['NOT_FOUND'],
  }),
}
