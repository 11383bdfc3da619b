import { sql } from 'kysely'
import type { Db } from '../../../database/schema.ts'
import type { Person } from '../../../mail/render-mail.ts'

export type MailedOrder = {
  number: number
  name: string
  last_name: string
  address: string
  city: string
  postal_code: string
  phone: string
  email: string
  /** Pesos with two decimals; the discount and the delivery's cost are whole. */
  total: number
  coupon_code: string
  discount: number
  delivery_name: string
  delivery_cost: number
  /** The pick-up point; null for a delivery. */
  pickup: { address: string; hours: string; ready: string } | null
  recipient_name: string
  /** The owner of the account that placed the order. */
  account: Person
  /** Whether the customer's mails go to the account, because the order's own address got too many. */
  toAccount?: boolean
  lines: { product_name: string; quantity: number; price: number; discount: number; total: number }[]
}

/** The columns of an order that its mails use; undefined when the order doesn't exist, or its customer was erased. */
export async function findOrder(database: Db, orderId: string): Promise<MailedOrder | undefined> {
  const { rows } = await sql<MailedOrder>`
    select orders.number, orders.name, orders.last_name, orders.address, orders.city, orders.postal_code, orders.phone,
      orders.email, orders.total, orders.coupon_code, orders.discount, orders.delivery_name, orders.delivery_cost, orders.recipient_name,
      (select json_build_object('address', point.address, 'hours', hours, 'ready', ready)
        from pickup_points point where point.id = orders.pickup_id) as pickup,
      json_build_object('name', users.name || ' ' || users.lastname, 'address', users.email) as account,
      (select coalesce(json_agg(json_build_object('product_name', product_name, 'quantity', quantity, 'price', price, 'discount', discount,
          'total', order_lines.total) order by position), '[]')
        from order_lines where order_id = orders.id) as lines
    from orders join users on users.id = orders.user_id
    where orders.id = ${orderId} and orders.email <> ''`.execute(database)
  return rows[0]
}
