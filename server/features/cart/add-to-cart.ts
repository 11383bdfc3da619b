import { type CartLine, MAX_LINES, MAX_QUANTITY, type SentLine } from '#contract/cart.ts'
import { type CartItem, mergeItems } from '#domain/cart.ts'
import type { Db } from '../../database/schema.ts'
import { sql } from '../../database/sql.ts'
import { runAfter, statement } from '../../database/statement.ts'
import { Refusal, requireId } from '../../http/refusal.ts'
import { cartFull, lineFull } from './cart-limits.ts'
import { LOCK_CART } from './lock-cart.ts'
import { LINE_COLUMNS, type LineRow, withTotal } from './queries.ts'

type Addition = { userId: string; items: CartItem[] }

/**
 * Adds quantities to a user's cart, all or none.
 *
 * @returns the cart's lines
 * @throws Refusal NO_PRICE for a product without a price; NO_STOCK when a line would exceed the stock, with the smallest such `stock`
 * as data; BAD_INPUT when a line or the cart would grow past its limit (docs/product.md#cart); NOT_FOUND for an unknown or retired
 * product
 */
export async function addToCart(
  database: Db,
  { userId, items: sent }: { userId: string; items: SentLine[] },
): Promise<CartLine[]> {
  const items = mergeItems(
    sent.map(({ productId, quantity }) => ({ productId: requireId(productId), quantity })),
  )
  const rows = await runAfter(database, LOCK_CART, ADD_LINES, {
    userId,
    ids: items.map(({ productId }) => productId),
    quantities: items.map(({ quantity }) => quantity),
    maxLines: MAX_LINES,
    maxQuantity: MAX_QUANTITY,
  })
  if (!rows.some(({ isAdded }) => isAdded)) throw await explain(database, { userId, items })
  return rows.map(withTotal)
}

/**
 * Adds the lines if all of them fit, and reads the cart. What a statement writes it doesn't read: the lines are those that it
 * wrote, and the other products'.
 */
const ADD_LINES = statement<LineRow & { isAdded: boolean }>()`
  with cart as materialized (
    select product_id, quantity, added_at from cart_lines where user_id = ${'userId'}
  ), fitting as materialized (
    select p.id, sent.quantity
    from unnest(${'ids'}::uuid[], ${'quantities'}::int[]) as sent (id, quantity)
    join products p on p.id = sent.id and p.cost > 0 and p.retired_at is null
    left join cart on cart.product_id = p.id
    where sent.quantity + coalesce(cart.quantity, 0) <= least(p.stock, ${'maxQuantity'}::int)
  ), added as (
    insert into cart_lines as line (user_id, product_id, quantity)
    select ${'userId'}::uuid, id, quantity from fitting
    where (select count(*) from fitting) = cardinality(${'ids'}::uuid[])
      and (select count(*) from cart where product_id <> all(${'ids'}::uuid[])) + cardinality(${'ids'}::uuid[]) <= ${'maxLines'}::int
    order by id
    on conflict (user_id, product_id) do update set quantity = line.quantity + excluded.quantity
    returning product_id, quantity, added_at
  ), line as (
    select product_id, quantity, added_at, true as is_added from added
    union all
    select product_id, quantity, added_at, false from cart where product_id <> all(${'ids'}::uuid[])
  )
  select ${LINE_COLUMNS}, line.is_added as "isAdded"
  from line join products p on p.id = line.product_id and p.retired_at is null
  order by line.added_at, line.product_id`

/** The reason why the lines couldn't be added. */
async function explain(database: Db, { userId, items }: Addition): Promise<Refusal> {
  const ids = items.map(({ productId }) => productId)
  const { rows } = await sql<{ unpriced: boolean; stock: number; beyondStock: boolean; beyondLine: boolean }>`
    select unpriced, stock, wanted > stock as "beyondStock", wanted > ${MAX_QUANTITY}::int as "beyondLine"
    from (
      select p.cost = 0 as unpriced, p.stock, sent.quantity + coalesce(line.quantity, 0) as wanted
      from unnest(${ids}::uuid[], ${items.map(({ quantity }) => quantity)}::int[]) as sent (id, quantity)
      join products p on p.id = sent.id and p.retired_at is null
      left join cart_lines line on line.product_id = p.id and line.user_id = ${userId}
    ) line`.execute(database)
  if (rows.length < items.length) return new Refusal('NOT_FOUND')
  if (rows.some(({ unpriced }) => unpriced)) return new Refusal('NO_PRICE')
  const short = rows.filter(({ beyondStock }) => beyondStock)
  if (short.length > 0) {
    const stock = Math.min(...short.map((line) => line.stock))
    return new Refusal('NO_STOCK', { data: { stock } })
  }
  if (rows.some(({ beyondLine }) => beyondLine)) return lineFull()
  return cartFull()
}
