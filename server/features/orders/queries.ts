import { type RawBuilder, sql } from 'kysely'
import type { Order, PROOF_FILTERS } from '#contract/orders.ts'
import { type Cut, limitTo, readPage, type Slice, slice } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { likePattern } from '../catalog/search-words.ts'

type OrderRow = Omit<Order, 'date'> & { created_at: Date }

type OrderQuery = Slice & { userId?: string; day?: string; proof?: (typeof PROOF_FILTERS)[number] }

/** When a day begins where the pharmacy is; its days have 23 and 25 hours too. */
const startOf = (day: string, plus: number) =>
  sql`((${day}::date + ${plus}::integer)::timestamp at time zone 'America/Santiago')`

/**
 * Orders, newest first: one user's, or everybody's without `userId`. The page is cut on the index before lines are
 * gathered, and the total of all orders is a kept count.
 */
export async function listOrders(
  database: Db,
  query: OrderQuery,
): Promise<{ rows: OrderRow[]; total: number }> {
  const search = query.search?.trim()
  const conditions: RawBuilder<unknown>[] = [
    ...(query.userId ? [sql`user_id = ${query.userId}`] : []),
    ...(search ? [sql`search like fold(${likePattern(search)})`] : []),
    ...(query.day
      ? [sql`created_at >= ${startOf(query.day, 0)} and created_at < ${startOf(query.day, 1)}`]
      : []),
    // In the words of the index `orders_without_proof`.
    ...(query.proof ? [sql`status = 'pending' and payment = ''`] : []),
  ]
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const count = async () => {
    const { rows } = await (conditions.length > 0
      ? sql<{ total: number }>`select count(*)::int as total from orders ${where}`
      : sql<{ total: number }>`
          select coalesce(sum(rows), 0)::int as total from row_counts where name = 'orders'`
    ).execute(database)
    return rows[0]?.total ?? 0
  }
  const read = async ({ offset, limit, backwards }: Cut) => {
    const order = backwards ? sql`asc` : sql`desc`
    const { rows } = await sql<OrderRow>`
      select o.id as "_id", o.number as nro_delivery, o.name, o.last_name as "lastName", o.address, o.city,
        o.postal_code as "postalCode", o.phone, o.email, o.created_at, o.status, o.payment, o.total,
        (select coalesce(json_agg(json_build_object(
            'productId', product_id, 'productName', product_name, 'price', price, 'quantity', quantity,
            'discount', discount, 'total', total) order by position), '[]')
          from order_lines where order_id = o.id) as products
      from (select id from orders ${where} order by number ${order} ${limitTo({ limit, offset })}) cut
      join orders o on o.id = cut.id
      order by o.number ${order}`.execute(database)
    return rows
  }
  return readPage(slice(query, 10), count, read)
}
