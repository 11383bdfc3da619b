import { sql } from 'kysely'
import { statusesWith } from '#domain/order-status.ts'

/** The first of the 30 days that end today, in UTC, so that no setting of a server moves them. */
const FIRST_DAY = sql`((now() at time zone 'UTC')::date - 29)::timestamp at time zone 'UTC'`

const IS_SOLD = sql.join(statusesWith('holdsStock').map((status) => sql.lit(status)))

/**
 * A query of the units of each product in the orders of the last 30 days that aren't cancelled: `product_id`, `units`. Ids sort by time, so
 * the lines of these orders are one range of the primary key; without the range PostgreSQL reads all lines.
 */
export const SOLD_UNITS = sql`
  with recent as materialized (
    select id, status in (${IS_SOLD}) as is_sold from orders where created_at >= ${FIRST_DAY}
  )
  select product_id, sum(quantity)::int as units
  from recent join order_lines on order_id = recent.id
  where order_id between (select id from recent order by id limit 1) and (select id from recent order by id desc limit 1)
    and is_sold
  group by product_id`
