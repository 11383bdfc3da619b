import { sql } from 'kysely'
import type { Order, PROOF_FILTERS } from '#contract/orders.ts'
import { containsText } from '../../database/like-pattern.ts'
import { listPage, maintainedCount } from '../../database/list-page.ts'
import type { PageRequest } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { midnight } from '../../database/store-day.ts'

/** An order as the database has it. */
export type OrderRow = Omit<Order, 'date'> & { created_at: Date }

type OrderQuery = PageRequest & {
  /** Absent: the orders of all users. */
  userId?: string
  /** `YYYY-MM-DD`. */
  day?: string
  proof?: (typeof PROOF_FILTERS)[number]
}

const COLUMNS = sql`orders.id as "_id", orders.number as nro_delivery, name, last_name as "lastName", address, city,
  postal_code as "postalCode", phone, email, created_at, status, payment, total,
  (select coalesce(json_agg(json_build_object(
      'productId', product_id, 'productName', product_name, 'price', price, 'quantity', quantity,
      'discount', discount, 'total', order_lines.total) order by position), '[]')
    from order_lines where order_id = orders.id) as products`

/** An order with its lines and its owner, or undefined. */
export async function findOrder(
  database: Db,
  id: string,
): Promise<{ order: OrderRow; userId: string } | undefined> {
  const { rows } = await sql<OrderRow & { user_id: string }>`
    select ${COLUMNS}, user_id from orders where id = ${id}`.execute(database)
  if (!rows[0]) return undefined
  const { user_id: userId, ...order } = rows[0]
  return { order, userId }
}

/** Orders with their lines, newest first. */
export function listOrders(database: Db, query: OrderQuery) {
  return listPage<OrderRow>(database, query, {
    table: 'orders',
    columns: COLUMNS,
    filters: [
      ...(query.userId ? [sql`user_id = ${query.userId}`] : []),
      ...(query.search ? [containsText('search', query.search)] : []),
      ...(query.day
        ? [sql`created_at >= ${midnight(query.day, 0)} and created_at < ${midnight(query.day, 1)}`]
        : []),
      // The condition of the index `orders_without_proof`.
      ...(query.proof ? [sql`status = 'pending' and payment = ''`] : []),
    ],
    maintainedTotal: maintainedCount('orders'),
    orderBy: ['number'],
    direction: 'desc',
  })
}
