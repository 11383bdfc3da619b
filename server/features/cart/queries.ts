import { sql } from 'kysely'
import type { CartLine } from '#contract/cart.ts'
import { lineTotal } from '#domain/price.ts'
import type { Db } from '../../database/schema.ts'

/** A user's cart with the current prices and stock, in the order in which the products were added; retired ones are left out. */
export async function readCart(database: Db, userId: string): Promise<CartLine[]> {
  const { rows } = await sql<Omit<CartLine, 'total'>>`
    select l.product_id as "productId", p.tradename as name, p.photo as image, l.quantity, p.cost as price, p.discount, p.stock
    from cart_lines l join products p on p.id = l.product_id and p.retired_at is null
    where l.user_id = ${userId}
    order by l.added_at, l.product_id`.execute(database)
  return rows.map((row) => ({ ...row, total: lineTotal(row.quantity, row.price, row.discount) }))
}
