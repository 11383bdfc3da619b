import { sql } from 'kysely'
import type { z } from 'zod'
import type { CartLine, SentLine } from '#contract/cart.ts'
import type { shippingDetails } from '#contract/orders.ts'
import { mergeItems, sameItems } from '#domain/cart.ts'
import { lineTotal, sumTotals } from '#domain/price.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Refusal } from '../../http/refusal.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { lockCart } from '../cart/lock-cart.ts'

type NewOrder = {
  userId: string
  details: z.output<typeof shippingDetails>
  /** The lines that the customer saw. They must match the cart and the catalogue's prices (docs/product.md#checkout). */
  shownLines: SentLine[]
  /** A second request with the same key returns the first one's order. */
  idempotencyKey: string | null
}

export type PlacedOrder = { id: string; number: number }

/**
 * Turns a user's cart into an order (docs/product.md#orders), in one transaction: locks the cart and its products, checks
 * them, takes the stock, writes the order with the current prices, removes its lines from the cart and queues the mails.
 *
 * @throws Refusal CART_EMPTY; CART_CHANGED, NO_PRICE, PRICE_CHANGED and NO_STOCK with the current lines as data
 */
export function placeOrder(database: Db, newOrder: NewOrder): Promise<PlacedOrder> {
  return inTransaction(database, async (tx) => {
    const { earlier, lines } = await readLocked(tx, newOrder)
    if (earlier) return earlier
    checkLines(lines, newOrder.shownLines)
    const order = await insertOrder(tx, newOrder, lines)
    const orderId = order.id
    await queueMail(tx, { kind: 'order-received', orderId }, { kind: 'order-for-pharmacy', orderId })
    return order
  })
}

type LockedCart = { earlier: PlacedOrder | null; lines: CartLine[] }

/**
 * Locks the cart, then reads the earlier order of the same key or else the cart's lines, and locks them and their products.
 * Products are locked in the order of their ids, so that two orders of the same products can't deadlock. The lines are locked
 * because a single line is added and removed without the cart's lock: it then waits for the order.
 */
async function readLocked(tx: Tx, { userId, idempotencyKey }: NewOrder): Promise<LockedCart> {
  await lockCart(tx, userId)
  type Row = Omit<CartLine, 'total'> & { orderId: string | null; number: number }
  const { rows } = await sql<Row>`
    select earlier.id as "orderId", earlier.number, line.*
    from (select) one
    left join (select id, number from orders where user_id = ${userId} and idempotency_key = ${idempotencyKey}) earlier on true
    left join lateral (
      select p.id as "productId", p.tradename as name, p.photo as image, l.quantity, p.cost as price, p.discount, p.stock
      from cart_lines l join products p on p.id = l.product_id and p.retired_at is null
      where l.user_id = ${userId}
      order by p.id
      for update of l for no key update of p
    ) line on earlier.id is null`.execute(tx)
  const [{ orderId, number } = { orderId: null, number: 0 }] = rows
  const lines = rows.flatMap(({ orderId: _, number: __, ...line }) =>
    line.productId === null ? [] : [{ ...line, total: lineTotal(line.quantity, line.price, line.discount) }],
  )
  return { earlier: orderId === null ? null : { id: orderId, number }, lines }
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

/**
 * Writes stock, order, order lines and cart in one statement, so that the products are locked for a shorter time. A line that
 * was added to the cart meanwhile stays there. The stock's triggers, which run at the statement's end, read the cause that it
 * names (docs/product.md#stock-movements).
 */
async function insertOrder(
  tx: Tx,
  { userId, details, idempotencyKey }: NewOrder,
  lines: CartLine[],
): Promise<PlacedOrder> {
  const column = <Key extends keyof CartLine>(key: Key) => lines.map((line) => line[key])
  const { rows } = await sql<PlacedOrder>`
    with line as (
      select * from unnest(
        ${column('productId')}::uuid[], ${column('name')}::text[], ${column('price')}::int[], ${column('quantity')}::int[],
        ${column('discount')}::numeric[], ${column('total')}::numeric[]
      ) with ordinality as line (product_id, product_name, price, quantity, discount, total, position)
    ), taken as (
      update products set stock = stock - line.quantity from line where products.id = line.product_id
    ), emptied as (
      delete from cart_lines using line where user_id = ${userId} and cart_lines.product_id = line.product_id
    ), placed as (
      insert into orders (user_id, name, last_name, address, city, postal_code, phone, email, total, idempotency_key)
      values (${userId}, ${details.name}, ${details.lastName}, ${details.address}, ${details.city}, ${details.postalCode},
        ${details.phone}, ${details.email}, ${sumTotals(column('total'))}, ${idempotencyKey})
      returning id, number, set_config('botica.stock_cause', 'sale ' || id, true)
    ), written as (
      insert into order_lines (order_id, position, product_id, product_name, price, quantity, discount, total)
      select placed.id, position, product_id, product_name, price, quantity, discount, total from line, placed
    )
    select id, number from placed`.execute(tx)
  return rows[0]!
}
