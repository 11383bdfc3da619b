import type { CartLine, SentLine } from '#contract/cart.ts'
import { mergeItems, sameItems } from '#domain/cart.ts'
import { lineTotal } from '#domain/price.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { run, runAfter, statement } from '../../database/statement.ts'
import { isId, Refusal } from '../../http/refusal.ts'
import { LOCK_CART, lockCart } from '../cart/lock-cart.ts'
import { LINE_COLUMNS, type LineRow, withTotal } from '../cart/queries.ts'
import { type NewOrder, orderValues, type PlacedOrder, WRITE_ORDER } from './write-order.ts'

/**
 * Turns a user's cart into an order (docs/product.md#orders), in one transaction: locks the cart and its products, checks
 * them, takes the stock, writes the order with the current prices, removes its lines from the cart and queues the mails.
 *
 * All of it is one round trip when nothing keeps the order from being placed. Else a second transaction finds out what does.
 *
 * @throws Refusal CART_EMPTY; CART_CHANGED, NO_PRICE, PRICE_CHANGED and NO_STOCK with the current lines as data
 */
export async function placeOrder(database: Db, newOrder: NewOrder): Promise<PlacedOrder> {
  const { userId, shownLines } = newOrder
  const ids = new Set(shownLines.map(({ productId }) => productId.toLowerCase()))
  // A product may be shown in several lines: then they have to be added up.
  if (ids.size === shownLines.length && [...ids].every(isId)) {
    const [placed] = await runAfter(database, LOCK_CART, WRITE_ORDER, orderValues(newOrder))
    if (placed) return placed
  }
  return inTransaction(database, async (tx) => {
    const { earlier, lines } = await readLocked(tx, newOrder)
    if (earlier) return earlier
    checkLines(lines, shownLines)
    // They have passed, and are locked.
    const [placed] = await run(tx, WRITE_ORDER, orderValues({ ...newOrder, shownLines: lines }))
    if (!placed) throw new Error(`The order of ${userId} could not be written`)
    return placed
  })
}

type LockedCart = { earlier: PlacedOrder | null; lines: CartLine[] }

const READ_LOCKED = statement<LineRow & { orderId: string | null; number: number }>()`
  select earlier.id as "orderId", earlier.number, line.*
  from (select) one
  left join (
    select id, number from orders where user_id = ${'userId'} and idempotency_key = ${'idempotencyKey'}
  ) earlier on true
  left join lateral (
    select ${LINE_COLUMNS}
    from cart_lines line join products p on p.id = line.product_id and p.retired_at is null
    where line.user_id = ${'userId'}
    order by p.id
    for update of line for no key update of p
  ) line on earlier.id is null`

/**
 * Locks the cart, then reads the earlier order of the same key or else the cart's lines, and locks them and their products as
 * {@link WRITE_ORDER} does.
 */
async function readLocked(tx: Tx, { userId, idempotencyKey }: NewOrder): Promise<LockedCart> {
  await lockCart(tx, userId)
  const rows = await run(tx, READ_LOCKED, { userId, idempotencyKey })
  const [{ orderId, number } = { orderId: null, number: 0 }] = rows
  return {
    earlier: orderId === null ? null : { id: orderId, number },
    lines: rows.filter(({ productId }) => productId !== null).map(withTotal),
  }
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
  if (shownLines.some((line) => showsOtherPrice(line, lines)))
    throw new Refusal('PRICE_CHANGED', { data: lines })
  const short = lines.find((line) => line.quantity > line.stock)
  if (short) {
    const message = `No hay stock suficiente de ${short.name}: quedan ${short.stock}.`
    throw new Refusal('NO_STOCK', { message, data: lines })
  }
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
