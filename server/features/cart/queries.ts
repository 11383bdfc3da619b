import { sql } from 'kysely'
import type { CartLine } from '#contract/cart.ts'
import { lineTotal } from '#domain/price.ts'
import type { Db, Tx } from '../../database/schema.ts'

/** A line of a cart with the product's current fields; the quantity is 0 for a product that isn't in the cart. */
export type LineRow = Omit<CartLine, 'total'> & { isRetired: boolean }

/** The fields of a {@link LineRow} of a product `p`. */
export const PRODUCT_OF_LINE = sql`p.id as "productId", p.tradename as name, p.photo as image, p.cost as price, p.discount, p.stock,
  p.sale_condition as "saleCondition", p.sale_hold <> 'none' as held,
  p.retired_at is not null as "isRetired"`

/** The lines that a customer sees, without retired products. */
export const presentLines = (rows: LineRow[]): CartLine[] =>
  rows.flatMap(({ isRetired, ...line }) =>
    isRetired ? [] : [{ ...line, total: lineTotal(line.quantity, line.price, line.discount) }],
  )

/** A user's cart with the current prices and stock, in the order of addition. */
export async function readCart(database: Db, userId: string): Promise<CartLine[]> {
  const { rows } = await sql<LineRow>`
    select ${PRODUCT_OF_LINE}, line.quantity from cart_lines line join products p on p.id = line.product_id
    where line.user_id = ${userId}
    order by line.added_at, p.id`.execute(database)
  return presentLines(rows)
}

/** Locks a user's cart until the transaction ends, so that its writers follow one another. Most lock it by the statement that reads it. */
export async function lockCart(tx: Tx, userId: string): Promise<void> {
  await sql`select from lock_cart(${userId})`.execute(tx)
}
