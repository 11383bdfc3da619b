import { sql } from 'kysely'
import type { CartLine } from '#contract/cart.ts'
import { lineTotal } from '#domain/price.ts'
import type { Db, Tx } from '../../database/schema.ts'

/** A line of a cart with the product's current fields; the quantity is 0 for a product that isn't in the cart. */
export type LineRow = Omit<CartLine, 'total'> & { isRetired: boolean }

const PRODUCT = sql`p.id as "productId", p.tradename as name, p.photo as image, p.cost as price, p.discount, p.stock,
  p.sale_condition as "saleCondition", p.sale_hold <> 'none' as held,
  p.retired_at is not null as "isRetired"`

/** All lines of a user's cart in the order of their addition, then the other products with these ids. */
export async function readLines(database: Db, userId: string, ids: string[] = []): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select ${PRODUCT}, coalesce(line.quantity, 0) as quantity
    from products p left join cart_lines line on line.user_id = ${userId} and line.product_id = p.id
    where p.id = any(${ids}::uuid[] || array(select product_id from cart_lines where user_id = ${userId}))
    order by line.added_at, array_position(${ids}::uuid[], p.id), p.id`.execute(database)
  return rows
}

/** The lines that an order takes: in the order of the products' ids, locked with their products (docs/product.md#orders). */
export async function lockLines(tx: Tx, userId: string): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select ${PRODUCT}, line.quantity from cart_lines line join products p on p.id = line.product_id
    where line.user_id = ${userId} and p.retired_at is null
    order by p.id
    for update of line for no key update of p`.execute(tx)
  return rows
}

/** The lines that a customer sees, without retired products. */
export const presentLines = (rows: LineRow[]): CartLine[] =>
  rows.flatMap(({ isRetired, ...line }) =>
    isRetired ? [] : [{ ...line, total: lineTotal(line.quantity, line.price, line.discount) }],
  )

/** A user's cart with the current prices and stock. */
export const readCart = async (database: Db, userId: string): Promise<CartLine[]> =>
  presentLines(await readLines(database, userId))
