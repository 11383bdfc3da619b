import { sql } from 'kysely'
import type { Order, PROOF_FILTERS } from '#contract/orders.ts'
import { ORDER_EVENTS, type OrderEvent } from '#domain/order-events.ts'
import { containsText } from '../../database/like-pattern.ts'
import { listPage, maintainedCount } from '../../database/list-page.ts'
import type { PageRequest } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { midnight } from '../../database/store-day.ts'

/** An order as the database has it. */
export type OrderRow = Omit<Order, 'date' | 'timeline' | 'reminder'> & {
  created_at: Date
  /** Oldest first, with the staff's names. */
  events: OrderEvent[]
  reminder: Date | null
}

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
    from order_lines where order_id = orders.id) as products,
  json_build_object(
    'needed', exists (select from order_lines l join products p on p.id = l.product_id
      where l.order_id = orders.id and p.prescription),
    'sent', exists (select from order_prescriptions where order_id = orders.id),
    'pages', (select coalesce(json_agg(photo order by page), '[]') from order_prescriptions
      where order_id = orders.id and photo <> '')) as prescription,
  (select coalesce(json_agg(json_build_object('kind', kind, 'at', happened_at,
      'by', trim(staff.name || ' ' || staff.lastname)) order by happened_at), '[]')
    from order_events left join users staff on staff.id = actor_id
    -- A newer server may write others.
    where order_id = orders.id and kind = any(${sql.lit(`{${ORDER_EVENTS.join()}}`)}::text[])) as events,
  (select due_at from order_reminders where order_id = orders.id) as reminder`

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
