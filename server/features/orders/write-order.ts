import { sql } from 'kysely'
import type { z } from 'zod'
import type { CartLine, SentLine } from '#contract/cart.ts'
import type { shippingDetails } from '#contract/orders.ts'
import { sumTotals } from '#domain/price.ts'
import type { Tx } from '../../database/schema.ts'
import { setStockCause } from '../stock/stock-cause.ts'

export type NewOrder = {
  userId: string
  details: z.output<typeof shippingDetails>
  /** The lines that the customer saw, which must match the cart and the catalogue's prices (docs/product.md#checkout). */
  shownLines: SentLine[]
  /** A repeated request with the same key returns the first order. */
  idempotencyKey: string | null
}

export type PlacedOrder = { id: string; number: number }

/** Writes an order with its lines, at their prices. */
export async function writeOrder(
  tx: Tx,
  { userId, details, idempotencyKey }: NewOrder,
  lines: CartLine[],
): Promise<PlacedOrder> {
  const { name, lastName, address, city, postalCode, phone, email } = details
  const total = sumTotals(lines.map((line) => line.total))
  const numbered = lines.map((line, index) => ({ ...line, position: index + 1 }))
  const { rows } = await sql<PlacedOrder>`
    with placed as (
      insert into orders (user_id, name, last_name, address, city, postal_code, phone, email, total, idempotency_key)
      values (${userId}, ${name}, ${lastName}, ${address}, ${city}, ${postalCode}, ${phone}, ${email}, ${total}, ${idempotencyKey})
      returning id, number
    ), written as (
      insert into order_lines (order_id, position, product_id, product_name, price, quantity, discount, total, sale_condition)
      select placed.id, position, "productId", name, price, quantity, discount, total, "saleCondition"
      from placed, jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as line
        (position integer, "productId" uuid, name text, price integer, quantity integer, discount numeric, total numeric,
          "saleCondition" text)
    )
    select id, number from placed`.execute(tx)
  return rows[0]!
}

/** Takes an order's units from the stock of its products, which must be locked and have them. */
export async function takeStock(tx: Tx, orderId: string) {
  await setStockCause(tx, { cause: 'sale', reference: orderId })
  await sql`
    update products set stock = stock - line.quantity
    from order_lines line where line.order_id = ${orderId} and products.id = line.product_id`.execute(tx)
}
