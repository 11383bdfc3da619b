import { sql } from 'kysely'
import type { PaymentReturn } from '#contract/payments.ts'
import { containsText } from '../../database/like-pattern.ts'
import { type Counted, listPage, type PageRequest } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { IS_TO_RETURN } from '../orders/order-payment.ts'

const COLUMNS = sql`orders.id as "_id", number as nro_delivery, trim(name || ' ' || last_name) as name, email, phone,
  paid_amount as amount, paid_on::text as "paidOn", returned_at as "returnedAt",
  (select max(happened_at) from order_events where order_id = orders.id and kind = 'cancelled') as "cancelledAt"`

const JOIN = sql`left join payment_returns on payment_returns.order_id = orders.id`

/** Cancelled orders that were paid, those whose money is to be given back first, then the newest (docs/product.md#sales-books). */
export async function listReturns(
  database: Db,
  query: PageRequest,
): Promise<{ data: PaymentReturn[] } & Counted> {
  const { rows, ...counted } = await listPage<PaymentReturn>(database, query, {
    table: 'orders',
    columns: COLUMNS,
    joins: JOIN,
    sortJoins: JOIN,
    scope: [IS_TO_RETURN],
    filters: query.search ? [containsText('orders.search', query.search)] : [],
    bounded: true,
    orderBy: [{ value: sql`payment_returns.order_id is null` }, 'number'],
  })
  return { data: rows, ...counted }
}
