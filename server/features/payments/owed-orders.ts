import { sql } from 'kysely'

/** The condition on `orders` that money is to be given back: a cancelled order that was paid (docs/product.md#sales-books). */
export const isOwed = sql<boolean>`(status = 'cancelled' and paid_amount > 0
  and not exists (select from payment_returns where order_id = orders.id))`
