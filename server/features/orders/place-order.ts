import type { CartLine, SentLine } from '#contract/cart.ts'
import { mergeItems, sameItems } from '#domain/cart.ts'
import { lineTotal } from '#domain/price.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { checkLimits } from '../cart/cart-limits.ts'
import { checkConditions } from '../cart/check-conditions.ts'
import { findServing } from './lasting-prescriptions.ts'
import { lockLines } from './lock-lines.ts'
import { type NewOrder, type PlacedOrder, writeOrder } from './write-order.ts'

/**
 * Turns a user's cart into an order (docs/product.md#orders), in one transaction.
 *
 * @throws Refusal CART_EMPTY; CART_CHANGED, NO_PRICE, PRICE_CHANGED and NO_STOCK with the current lines as data; SALE_IN_PERSON and
 * CONDITION_UNKNOWN for products that aren't sold online; BAD_INPUT past a limit
 * of the cart
 */
export function placeOrder(database: Db, order: NewOrder): Promise<PlacedOrder> {
  const { userId, shownLines } = order
  return inTransaction(database, async (tx) => {
    const { lines, prescriptions } = await lockLines(tx, userId)
    const earlier = await findEarlier(tx, order)
    if (earlier) return earlier
    checkLines(lines, shownLines)
    const serving = prescriptions > 0 ? await findServing(tx, { userId, lines }) : []
    return writeOrder(tx, order, { lines: inShownOrder(lines, shownLines), serving })
  })
}

/** The lines as the customer saw them: in the order of the cart, not in that of the locks. */
function inShownOrder(lines: CartLine[], shownLines: SentLine[]): CartLine[] {
  const places = new Map(shownLines.map(({ productId }, place) => [productId.toLowerCase(), place]))
  return lines.toSorted((a, b) => places.get(a.productId)! - places.get(b.productId)!)
}

/** Finds the order that was placed with the same idempotency key. The cart must be locked: another request may be placing it. */
async function findEarlier(tx: Tx, { userId, idempotencyKey }: NewOrder): Promise<PlacedOrder | undefined> {
  if (idempotencyKey === null) return undefined
  return tx
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

function checkLines(lines: CartLine[], shownLines: SentLine[]) {
  if (lines.length === 0) throw new Refusal('CART_EMPTY')
  const shownItems = mergeItems(
    shownLines.map((line) => ({ ...line, productId: line.productId.toLowerCase() })),
  )
  if (!sameItems(lines, shownItems)) throw new Refusal('CART_CHANGED', { data: lines })
  const unpriced = lines.find((line) => line.price === 0)
  if (unpriced) {
    const message = `${unpriced.name} no tiene precio y no se puede vender.`
    throw new Refusal('NO_PRICE', { message, data: lines })
  }
  checkConditions(lines)
  if (shownLines.some((line) => showsOtherPrice(line, lines)))
    throw new Refusal('PRICE_CHANGED', { data: lines })
  const short = lines.find((line) => line.quantity > line.stock)
  if (short) {
    const message = `No hay stock suficiente de ${short.name}: quedan ${short.stock}.`
    throw new Refusal('NO_STOCK', { message, data: lines })
  }
  checkLimits(lines)
}

function showsOtherPrice(shown: SentLine, lines: CartLine[]): boolean {
  const line = lines.find(({ productId }) => productId === shown.productId.toLowerCase())
  if (!line) return true
  const { quantity, price = line.price, discount = line.discount } = shown
  const total = lineTotal(quantity, line.price, line.discount)
  return (
    price !== line.price || discount !== line.discount || Math.abs((shown.total ?? total) - total) >= 0.01
  )
}
