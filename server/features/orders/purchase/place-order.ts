import { sql } from 'kysely'
import type { z } from 'zod'
import type { CartLine, SentLine } from '#contract/cart.ts'
import type { shippingDetails } from '#contract/orders.ts'
import { mergeItems, sameItems } from '#domain/cart.ts'
import { proposeLots, sellableUnits } from '#domain/lots.ts'
import type { OrderPrice } from '#domain/order-price.ts'
import { lineTotal } from '#domain/price.ts'
import { inTransaction } from '../../../database/in-transaction.ts'
import type { Db, Tx } from '../../../database/schema.ts'
import { queueOrderMails } from '../../../mail/queue-mail.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { insertOrderEvents } from '../../../webhooks/queue-event.ts'
import { checkConditions, checkLimits, type LineRow, PRODUCT_OF_LINE, presentLine } from '../../cart/lines.ts'
import { type LotChange, readLots } from '../../stock/lots.ts'
import { MOVED, recordMoves } from '../../stock/move-stock.ts'
import { findServing } from '../prescriptions/lasting-prescriptions.ts'
import { checkUses, lockUses } from './find-coupon.ts'
import {
  PRICED_FIELDS,
  type Priced,
  type PricedField,
  type PricedLine,
  type PriceRequest,
  priceLines,
} from './price-order.ts'

export type NewOrder = {
  userId: string
  details: z.output<typeof shippingDetails>
  /** The lines that the customer saw, which must match the cart and the catalogue's prices. */
  shownLines: SentLine[]
  /** A repeated request with the same key returns the first order. */
  idempotencyKey: string | null
  /** The person who picks up the order for the customer. */
  recipient?: { name: string; rut: string } | undefined
  /** The total that the customer saw, pesos. */
  expectedTotal?: number | undefined
} & PriceRequest

/** A line with its share of the coupon's discount, in whole pesos. */
type OrderedLine = CartLine & { couponDiscount: number }

export type PlacedOrder = { id: string; number: number }

/**
 * Turns a user's cart into an order (docs/checkout-and-orders.md#placing-an-order), in one transaction.
 *
 * @throws Refusal CART_EMPTY; CART_CHANGED, NO_PRICE, PRICE_CHANGED and NO_STOCK with the current lines as data; SALE_IN_PERSON and
 *   CONDITION_UNKNOWN for products that aren't sold online; BAD_INPUT past a limit of the cart; for the coupon and the delivery option, the
 *   errors of `priceLines` and COUPON_USED; PRICE_CHANGED also when the total isn't the expected one
 */
export function placeOrder(database: Db, order: NewOrder): Promise<PlacedOrder> {
  const { userId, shownLines } = order
  return inTransaction(database, async (tx) => {
    const { lines, priced, prescriptions, lotted } = await lockLines(tx, userId)
    const earlier = await findEarlier(tx, order)
    if (earlier) return earlier
    const taken = lotted.length > 0 ? await proposeFor(tx, lines, lotted) : []
    checkCart(lines, shownLines)
    const found = await priceLines(tx, priced, order)
    if (found.coupon) {
      await lockUses(tx, found.coupon)
      await checkUses(tx, found.coupon, userId)
    }
    checkPrice(order, lines, found.price)
    checkStock(lines)
    const serving = prescriptions > 0 ? await findServing(tx, { userId, lines }) : []
    const discounted = lines.map((line, index) => ({
      ...line,
      couponDiscount: found.couponDiscounts[index]!,
    }))
    return writeOrder(tx, order, { lines: inShownOrder(discounted, shownLines), taken, found, serving })
  })
}

/**
 * Locks the cart, then its products in the order of their ids, then the customer's lasting prescriptions if a product needs a simple
 * prescription.
 *
 * @returns the cart's lines in the order of the products' ids, once as customers see them and once for the price; the number of locked
 *   prescriptions; and the products with lots
 */
async function lockLines(
  tx: Tx,
  userId: string,
): Promise<{ lines: CartLine[]; priced: PricedLine[]; prescriptions: number; lotted: LottedProduct[] }> {
  type Row = LineRow &
    Pick<PricedLine, PricedField> & { units: number; hasLots: boolean; prescriptions: number }
  const { rows } = await sql<Row>`
    with line as materialized (
      select ${PRODUCT_OF_LINE}, ${PRICED_FIELDS}, line.quantity, p.stock as units, p.blocked_from is not null as "hasLots"
      from lock_cart(${userId}) line join products p on p.id = line.product_id
      where p.retired_at is null
      order by p.id
      for no key update of p
    ), prescription as materialized (
      select from lasting_prescriptions
      where user_id = ${userId} and (select bool_or("saleCondition" = 'simple') from line)
      order by id
      for no key update
    )
    select line.*, prescriptions from line, (select count(*)::int as prescriptions from prescription) locked`.execute(
    tx,
  )
  const found = rows.map(({ prescriptions: _, units: _units, hasLots: _lots, ...row }) => {
    const { categoryId, laboratoryId, cold, ...product } = row
    const line = presentLine(product)
    return { line, priced: { ...line, categoryId, laboratoryId, cold } }
  })
  return {
    lines: found.map(({ line }) => line),
    priced: found.map(({ priced }) => priced),
    prescriptions: rows[0]?.prescriptions ?? 0,
    lotted: rows.filter(({ hasLots }) => hasLots),
  }
}

/** A product with lots, and all units of its stock. */
type LottedProduct = { productId: string; units: number }

/**
 * Reads the lots of locked products, and sets the stock of their lines to the sellable units. This needs a second statement: the locking
 * one doesn't see the lots as the lock's previous holder left them.
 *
 * @returns the units that the order takes from lots
 */
async function proposeFor(tx: Tx, lines: CartLine[], lotted: LottedProduct[]): Promise<LotChange[]> {
  const lots = await readLots(
    tx,
    lotted.map(({ productId }) => productId),
  )
  return lotted.flatMap(({ productId, units: stock }) => {
    const own = lots.get(productId) ?? []
    const line = lines.find((one) => one.productId === productId)!
    line.stock = sellableUnits(stock, own)
    return proposeLots(own, line.quantity).map(({ _id, units }) => ({
      productId,
      lotId: _id,
      change: -units,
    }))
  })
}

/**
 * Finds the order that was placed with the same idempotency key. The cart must be locked, because another request may be placing that
 * order.
 */
async function findEarlier(tx: Tx, { userId, idempotencyKey }: NewOrder): Promise<PlacedOrder | undefined> {
  if (idempotencyKey === null) return undefined
  return tx
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

function checkCart(lines: CartLine[], shownLines: SentLine[]) {
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
}

function checkPrice({ shownLines, expectedTotal, ...order }: NewOrder, lines: CartLine[], price: OrderPrice) {
  const isOther = expectedTotal !== undefined && Math.abs(expectedTotal - price.total) >= 0.01
  if (!isOther && !shownLines.some((line) => showsOtherPrice(line, lines))) return
  const asked = expectedTotal !== undefined || order.coupon !== undefined || order.delivery !== undefined
  throw new Refusal('PRICE_CHANGED', { data: asked ? { lines, price } : lines })
}

function checkStock(lines: CartLine[]) {
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

/** The lines as the customer saw them: in the order of the cart, not in that of the locks. */
function inShownOrder<Line extends CartLine>(lines: Line[], shownLines: SentLine[]): Line[] {
  const places = new Map(shownLines.map(({ productId }, place) => [productId.toLowerCase(), place]))
  return lines.toSorted((a, b) => places.get(a.productId)! - places.get(b.productId)!)
}

/**
 * Writes an order in one statement: its lines, the stock and lots that it takes, the dispensings of lasting prescriptions, the emptied
 * cart, the mails and the events. Cart, products and prescriptions must be locked, and the stock must be enough.
 *
 * @param serving the ids of the lasting prescriptions that serve the order
 */
async function writeOrder(
  tx: Tx,
  { userId, details, idempotencyKey, recipient }: NewOrder,
  {
    lines,
    taken,
    found,
    serving,
  }: { lines: OrderedLine[]; taken: LotChange[]; found: Priced; serving: string[] },
): Promise<PlacedOrder> {
  const { name, lastName, address, city, postalCode, phone, email } = details
  const { price, coupon, option } = found
  // Arrays, because PostgreSQL expects few rows of them. Of JSON it expects a hundred rows, and then reads all products.
  const every = <Field extends keyof OrderedLine>(field: Field) => lines.map((line) => line[field])
  const { rows } = await sql<PlacedOrder>`
    with line as materialized (
      select * from unnest(${every('productId')}::uuid[], ${every('name')}::text[], ${every('price')}::integer[],
        ${every('quantity')}::integer[], ${every('discount')}::numeric[], ${every('total')}::numeric[],
        ${every('saleCondition')}::text[], ${every('couponDiscount')}::integer[])
        with ordinality as line (product_id, name, price, quantity, discount, total, sale_condition, coupon_discount, position)
    ), placed as (
      insert into orders (user_id, name, last_name, address, city, postal_code, phone, email, total, idempotency_key,
        coupon_id, coupon_code, discount, pickup_id, zone_id, delivery_name, delivery_commune, delivery_cost,
        recipient_name, recipient_rut)
      values (${userId}, ${name}, ${lastName}, ${address}, ${city}, ${postalCode}, ${phone}, ${email}, ${price.total}, ${idempotencyKey},
        ${coupon?.id ?? null}, ${coupon?.code ?? ''}, ${price.coupon?.discount ?? 0}, ${option?.pickupId ?? null},
        ${option?.zoneId ?? null}, ${option?.name ?? ''}, ${option?.commune ?? ''}, ${price.delivery?.cost ?? 0},
        ${recipient?.name ?? ''}, ${recipient?.rut ?? ''})
      returning id, number, status, total
    ), written as (
      insert into order_lines (order_id, position, product_id, product_name, price, quantity, discount, total, sale_condition, coupon_discount)
      select placed.id, position, product_id, name, price, quantity, discount, line.total, sale_condition, coupon_discount from placed, line
    ), moved as (
      update products set stock = stock - line.quantity from placed, line where products.id = line.product_id
      returning ${MOVED}, -line.quantity as change
    ), ${taken.length > 0 ? takenFromLots(taken) : sql``}
    ${recordMoves({ cause: 'sale', reference: sql`select id from placed` }, taken)}, told as (
      ${insertOrderEvents('order.created', sql`placed`)}
    ), served as (
      insert into prescription_uses (prescription_id, order_id)
      select prescription, placed.id from placed, unnest(${serving}::uuid[]) prescription
    ), emptied as (
      delete from cart_lines using line where user_id = ${userId} and cart_lines.product_id = line.product_id
    ), mailed as (${queueOrderMails(sql`placed`)})
    select id, number from placed`.execute(tx)
  return rows[0]!
}

/** The parts of the statement that take units out of lots for the order's lines. */
const takenFromLots = (taken: LotChange[]) => sql`taken as materialized (
    select * from unnest(${taken.map(({ productId }) => productId)}::uuid[], ${taken.map(({ lotId }) => lotId)}::uuid[],
      ${taken.map(({ change }) => -change)}::integer[]) taken (product_id, lot_id, units)
  ), lowered as (
    update lots set units = lots.units - taken.units from taken where lots.id = taken.lot_id
  ), proposed as (
    insert into order_line_lots (order_id, product_id, lot_id, units)
    select placed.id, product_id, lot_id, taken.units from placed, taken
  ),`
