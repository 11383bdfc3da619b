import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { statusIs } from './order-payment.ts'

/** Limits of the orders to read and of the products to return. */
const MAX_ORDERS = 500
const PRODUCTS = 500

/** The ids of the products in a user's last 500 orders that weren't cancelled: up to 500, the last bought first. */
export async function listBought(database: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select product_id
    from (select id, number from orders where user_id = ${userId} and ${statusIs('holdsStock')}
        order by number desc limit ${sql.lit(MAX_ORDERS)}) recent
    join order_lines on order_id = recent.id
    group by product_id order by max(recent.number) desc, product_id limit ${sql.lit(PRODUCTS)}`.execute(
    database,
  )
  return rows.map(({ product_id }) => product_id)
}
