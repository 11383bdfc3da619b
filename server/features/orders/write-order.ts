import type { z } from 'zod'
import type { SentLine } from '#contract/cart.ts'
import type { shippingDetails } from '#contract/orders.ts'
import { fragment, statement } from '../../database/statement.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import { mailRows } from '../../mail/queue-mail.ts'

export type NewOrder = {
  userId: string
  details: z.output<typeof shippingDetails>
  /** The lines that the customer saw. They must match the cart and the catalogue's prices (docs/product.md#checkout). */
  shownLines: SentLine[]
  /** A second request with the same key returns the first one's order. */
  idempotencyKey: string | null
}

export type PlacedOrder = { id: string; number: number }

/** lineTotal() of domain/price.ts, of the columns `quantity`, `price` and `discount`. A test holds both equal. */
export const LINE_TOTAL = fragment('round(price * (100 - discount) * quantity / 100, 2)')

/**
 * Writes an order, or nothing and returns no row, unless the cart's lines are the shown ones, at their prices, and in stock. The
 * cart must be locked. Whoever gets no row reads why in a statement of its own.
 *
 * The lines and their products are locked first, in the order of the products' ids, so that two orders of the same products can't
 * deadlock. The lines are locked because a single line is removed without the cart's lock: it then waits for the order. The stock's triggers, which run at the statement's end, read the
 * cause that it names (docs/product.md#stock-movements).
 */
export const WRITE_ORDER = statement<PlacedOrder>()`
  with locked as materialized (
    select p.id as product_id, p.tradename, p.cost as price, p.discount, p.stock, l.quantity
    from cart_lines l join products p on p.id = l.product_id and p.retired_at is null
    where l.user_id = ${'userId'}
    order by p.id
    for update of l for no key update of p
  ), line as materialized (
    select *, ${LINE_TOTAL} as total, row_number() over (order by product_id) as position from locked
  ), shown as (
    select * from unnest(${'shownIds'}::uuid[], ${'shownQuantities'}::int[],
      ${'shownPrices'}::numeric[], ${'shownDiscounts'}::numeric[], ${'shownTotals'}::numeric[])
      as shown (product_id, quantity, price, discount, total)
  ), checked as materialized (
    select sum(line.total) as total
    from line left join shown on shown.product_id = line.product_id and shown.quantity = line.quantity
      and coalesce(shown.price = line.price, true) and coalesce(shown.discount = line.discount, true)
      and coalesce(abs(shown.total - line.total) < 0.01, true)
    having count(*) = cardinality(${'shownIds'}::uuid[]) and bool_and(shown.product_id is not null)
      and bool_and(line.price > 0 and line.quantity <= line.stock)
      and not exists (select from orders where user_id = ${'userId'} and idempotency_key = ${'idempotencyKey'})
  ), taken as (
    update products set stock = products.stock - line.quantity from checked, line where products.id = line.product_id
  ), emptied as (
    delete from cart_lines using checked, line where user_id = ${'userId'} and cart_lines.product_id = line.product_id
  ), placed as (
    insert into orders (id, user_id, name, last_name, address, city, postal_code, phone, email, total, idempotency_key)
    select ${'id'}::uuid, ${'userId'}::uuid, ${'name'}, ${'lastName'}, ${'address'}, ${'city'}, ${'postalCode'}, ${'phone'},
      ${'email'}, checked.total, ${'idempotencyKey'}
    from checked
    returning id, number, set_config('botica.stock_cause', 'sale ' || id, true)
  ), written as (
    insert into order_lines (order_id, position, product_id, product_name, price, quantity, discount, total)
    select placed.id, position, product_id, tradename, price, quantity, discount, total from placed, line
  ), queued as (
    insert into mails (cause, message)
    select mail.* from placed, unnest(${'causes'}::text[], ${'messages'}::jsonb[]) mail
    on conflict (cause) do nothing
  )
  select id, number from placed`

/** The values of {@link WRITE_ORDER}. Of each product one shown line. */
export function orderValues({ userId, details, shownLines, idempotencyKey }: NewOrder) {
  const { name, lastName, address, city, postalCode, phone, email } = details
  const id = uuidV7()
  return {
    userId,
    shownIds: shownLines.map(({ productId }) => productId),
    shownQuantities: shownLines.map(({ quantity }) => quantity),
    shownPrices: shownLines.map(({ price }) => price ?? null),
    shownDiscounts: shownLines.map(({ discount }) => discount ?? null),
    shownTotals: shownLines.map(({ total }) => total ?? null),
    id,
    ...{ name, lastName, address, city, postalCode, phone, email },
    idempotencyKey,
    ...mailRows({ kind: 'order-received', orderId: id }, { kind: 'order-for-pharmacy', orderId: id }),
  }
}
