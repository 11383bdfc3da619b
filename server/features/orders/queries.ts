import { type RawBuilder, sql } from 'kysely'
import type { Order } from '#contract/cart.ts'
import type { Db } from '../../database/schema.ts'
import { type Slice, slice } from '../catalog/queries.ts'
import { likePattern } from '../catalog/search-words.ts'

type OrderRow = Omit<Order, 'date'> & { created_at: Date }

/**
 * Orders, newest first: one user's, or everybody's without `userId`. The page is cut on the index before lines are
 * gathered, and the total of all orders is a kept count.
 */
export async function listOrders(
  database: Db,
  query: Slice & { userId?: string },
): Promise<{ rows: OrderRow[]; total: number }> {
  const { offset, limit } = slice(query, 10)
  const search = query.search?.trim()
  const conditions: RawBuilder<unknown>[] = [
    ...(query.userId ? [sql`user_id = ${query.userId}`] : []),
    ...(search ? [sql`search like fold(${likePattern(search)})`] : []),
  ]
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const page = sql<OrderRow>`
    select o.id as "_id", o.number as nro_delivery, o.name, o.last_name as "lastName", o.address, o.city,
      o.postal_code as "postalCode", o.phone, o.email, o.created_at, o.status, o.payment, o.total,
      (select coalesce(json_agg(json_build_object(
          'productId', product_id, 'productName', product_name, 'price', price, 'quantity', quantity,
          'discount', discount, 'total', total) order by position), '[]')
        from order_lines where order_id = o.id) as products
    from (select id from orders ${where} order by number desc limit ${limit} offset ${offset}) cut
    join orders o on o.id = cut.id
    order by o.number desc`.execute(database)
  const count =
    conditions.length > 0
      ? sql<{ total: number }>`select count(*)::int as total from orders ${where}`.execute(database)
      : sql<{ total: number }>`
          select coalesce(sum(rows), 0)::int as total from row_counts where name = 'orders'`.execute(database)
  const [{ rows }, counted] = await Promise.all([page, count])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
