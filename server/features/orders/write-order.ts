import { sql } from 'kysely'
import type { z } from 'zod'
import type { CartLine, SentLine } from '#contract/cart.ts'
import type { shippingDetails } from '#contract/orders.ts'
import { sumTotals } from '#domain/price.ts'
import type { Tx } from '../../database/schema.ts'
import { queueOrderMails } from '../../mail/queue-mail.ts'
import { saleCause } from '../stock/stock-cause.ts'

export type NewOrder = {
  userId: string
  details: z.output<typeof shippingDetails>
  /** The lines that the customer saw, which must match the cart and the catalogue's prices (docs/product.md#checkout). */
  shownLines: SentLine[]
  /** A repeated request with the same key returns the first order. */
  idempotencyKey: string | null
}

export type PlacedOrder = { id: string; number: number }

/**
 * Writes an order with all that follows, as one statement: its lines at their prices, the stock it takes, the dispensings of lasting
 * prescriptions, the emptied cart, the mails. Cart, products and prescriptions must be locked and the stock be enough.
 *
 * @param serving the ids of the lasting prescriptions that serve it
 */
export async function writeOrder(
  tx: Tx,
  { userId, details, idempotencyKey }: NewOrder,
  { lines, serving }: { lines: CartLine[]; serving: string[] },
): Promise<PlacedOrder> {
  const { name, lastName, address, city, postalCode, phone, email } = details
  const total = sumTotals(lines.map((line) => line.total))
  // Arrays, for which PostgreSQL plans with few rows; of JSON it expects a hundred, and reads all products.
  const every = <Field extends keyof CartLine>(field: Field) => lines.map((line) => line[field])
  const { rows } = await sql<PlacedOrder>`
    with line as materialized (
      select * from unnest(${every('productId')}::uuid[], ${every('name')}::text[], ${every('price')}::integer[],
        ${every('quantity')}::integer[], ${every('discount')}::numeric[], ${every('total')}::numeric[],
        ${every('saleCondition')}::text[])
        with ordinality as line (product_id, name, price, quantity, discount, total, sale_condition, position)
    ), placed as (
      insert into orders (user_id, name, last_name, address, city, postal_code, phone, email, total, idempotency_key)
      values (${userId}, ${name}, ${lastName}, ${address}, ${city}, ${postalCode}, ${phone}, ${email}, ${total}, ${idempotencyKey})
      returning id, number, ${saleCause(sql`id`)}
    ), written as (
      insert into order_lines (order_id, position, product_id, product_name, price, quantity, discount, total, sale_condition)
      select placed.id, position, product_id, name, price, quantity, discount, total, sale_condition from placed, line
    ), taken as (
      update products set stock = stock - line.quantity from placed, line where products.id = line.product_id
    ), served as (
      insert into prescription_uses (prescription_id, order_id)
      select prescription, placed.id from placed, unnest(${serving}::uuid[]) prescription
    ), emptied as (
      delete from cart_lines using line where user_id = ${userId} and cart_lines.product_id = line.product_id
    ), mailed as (${queueOrderMails(sql`placed`)})
    select id, number from placed`.execute(tx)
  return rows[0]!
}
