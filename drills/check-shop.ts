/** Checks the invariants of stock, orders, carts and counts; valid while no call is running (docs/product.md#orders). */
import type pg from 'pg'
import { CART_LIMITS } from '#server/features/cart/check-lines.ts'

/** SQL statements that return a row for each violation of an invariant. */
const RULES: Record<string, string> = {
  'stock below zero': 'select id from products where stock < 0',
  'an order whose total is not the sum of its lines': `
    select number from orders where total <> (select coalesce(sum(total), -1) from order_lines where order_id = orders.id)`,
  'an order line whose total is not its quantity × price less the discount': `
    select order_id, position from order_lines
    where abs(total - quantity * price::numeric * (100 - discount) / 100) > 0.005`,
  'an order without its two mails': `
    select number from orders where 2 <> (select count(*) from mails
      where cause in ('order-received.' || orders.id, 'order-for-pharmacy.' || orders.id))`,
  'an order number that was given twice': 'select number from orders group by number having count(*) > 1',
  'a cart line past its limit': `select user_id from cart_lines where quantity not between 1 and ${CART_LIMITS.unitsOfLine}`,
  'a cart past its limit': `select user_id from cart_lines group by user_id having count(*) > ${CART_LIMITS.lines}`,
  'a maintained count that is wrong': `
    with counted as (
      select 'orders' as name, count(*) as rows from orders
      union all select 'user_activity', count(*) from user_activity
      union all select 'form_requests', count(*) from form_requests
      union all select 'users:' || role, count(*) from users group by role
    ), maintained as (select name, sum(rows) as rows from row_counts group by name)
    select * from counted full join maintained using (name)
    where coalesce(counted.rows, 0) <> coalesce(maintained.rows, 0)`,
  'a maintained count of products that is wrong': `
    with counted as (
      select category_id, supplier_id, stock > 0 as in_stock, discount > 0 as on_sale, bioequivalent, generic, prescription,
        count(*) as products
      from products where retired_at is null group by 1, 2, 3, 4, 5, 6, 7
    ), maintained as (
      select category_id, supplier_id, in_stock, on_sale, bioequivalent, generic, prescription, sum(products) as products
      from product_counts group by 1, 2, 3, 4, 5, 6, 7
    )
    select * from counted
    full join maintained using (category_id, supplier_id, in_stock, on_sale, bioequivalent, generic, prescription)
    where coalesce(counted.products, 0) <> coalesce(maintained.products, 0)`,
}

/** Every broken rule, with the first rows that break it. */
export async function checkShop(client: pg.Client): Promise<string[]> {
  const broken: string[] = []
  for (const [rule, statement] of Object.entries(RULES)) {
    const { rows } = await client.query(statement)
    if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return broken
}
