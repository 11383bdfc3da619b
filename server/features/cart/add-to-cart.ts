import { sql } from 'kysely'
import { type CartLine, MAX_LINES, MAX_QUANTITY, type SentLine } from '#contract/cart.ts'
import { type CartItem, mergeItems } from '#domain/cart.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { run, statement } from '../../database/statement.ts'
import { Refusal, requireId } from '../../http/refusal.ts'
import { cartFull, lineFull } from './cart-limits.ts'
import { lockCart } from './lock-cart.ts'
import { LINE_COLUMNS, type LineRow, withTotal } from './queries.ts'

/**
 * A cart of up to this many lines takes one more in a single statement, without its lock, which is a third faster. Parallel
 * additions don't see each other's lines there, but the rest up to {@link MAX_LINES} is more than the connections that could
 * add at the same instant.
 */
const UNLOCKED_LINES = MAX_LINES / 2

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
  { userId, items }: { userId: string; items: SentLine[] },
): Promise<CartLine[]> {
  const addition = {
    userId,
    items: mergeItems(
      items.map(({ productId, quantity }) => ({ productId: requireId(productId), quantity })),
    ),
  }
  if (addition.items.length === 1) {
    const { added, lines } = await addLines(database, addition, UNLOCKED_LINES)
    if (added.length === 1) return lines
  }
  return inTransaction(database, async (tx) => {
    await lockCart(tx, userId)
    const { added, lines } = await addLines(tx, addition, MAX_LINES)
    if (added.length < addition.items.length) throw await explain(tx, addition, added)
    return lines
  })
}

/**
 * Adds the lines that fit and reads the cart. What a statement writes it doesn't read: the lines are those that it wrote, and the
 * other products'.
 */
const ADD_LINES = statement<LineRow & { isAdded: boolean }>()`
  with added as (
    insert into cart_lines as line (user_id, product_id, quantity)
    select ${'userId'}::uuid, p.id, sent.quantity
    from unnest(${'ids'}::uuid[], ${'quantities'}::int[]) as sent (id, quantity)
    join products p on p.id = sent.id and p.cost > 0 and p.retired_at is null and sent.quantity <= least(p.stock, ${'maxQuantity'}::int)
    where (select count(*) from cart_lines where user_id = ${'userId'} and product_id <> all(${'ids'}::uuid[]))
      + cardinality(${'ids'}::uuid[]) <= ${'maxLines'}::int
    order by p.id
    on conflict (user_id, product_id) do update set quantity = line.quantity + excluded.quantity
      where line.quantity + excluded.quantity <=
        (select least(stock, ${'maxQuantity'}::int) from products where id = excluded.product_id)
    returning product_id, quantity, added_at
  ), line as (
    select product_id, quantity, added_at, true as is_added from added
    union all
    select product_id, quantity, added_at, false from cart_lines
    where user_id = ${'userId'} and product_id <> all(${'ids'}::uuid[])
  )
  select ${LINE_COLUMNS}, line.is_added as "isAdded"
  from line join products p on p.id = line.product_id and p.retired_at is null
  order by line.added_at, line.product_id`

/** Adds the lines that fit: their products, and the cart's lines without those that didn't fit. */
async function addLines(
  database: Db,
  { userId, items }: Addition,
  maxLines: number,
): Promise<{ added: string[]; lines: CartLine[] }> {
  const ids = items.map(({ productId }) => productId)
  const quantities = items.map(({ quantity }) => quantity)
  const values = { userId, ids, quantities, maxLines, maxQuantity: MAX_QUANTITY }
  const rows = await run(database, ADD_LINES, values)
  return {
    added: rows.filter(({ isAdded }) => isAdded).map(({ productId }) => productId),
    lines: rows.map(withTotal),
  }
}

/** The reason why some lines couldn't be added. */
async function explain(database: Db, { userId, items }: Addition, added: string[]): Promise<Refusal> {
  const refused = items.filter(({ productId }) => !added.includes(productId))
  const ids = refused.map(({ productId }) => productId)
  const { rows } = await sql<{ unpriced: boolean; stock: number; beyondStock: boolean; beyondLine: boolean }>`
    select unpriced, stock, wanted > stock as "beyondStock", wanted > ${MAX_QUANTITY}::int as "beyondLine"
    from (
      select p.cost = 0 as unpriced, p.stock, refused.quantity + coalesce(line.quantity, 0) as wanted
      from unnest(${ids}::uuid[], ${refused.map(({ quantity }) => quantity)}::int[]) as refused (id, quantity)
      join products p on p.id = refused.id and p.retired_at is null
      left join cart_lines line on line.product_id = p.id and line.user_id = ${userId}
    ) line`.execute(database)
  if (rows.length < refused.length) return new Refusal('NOT_FOUND')
  if (rows.some(({ unpriced }) => unpriced)) return new Refusal('NO_PRICE')
  const short = rows.filter(({ beyondStock }) => beyondStock)
  if (short.length > 0) {
    const stock = Math.min(...short.map((line) => line.stock))
    return new Refusal('NO_STOCK', { data: { stock } })
  }
  if (rows.some(({ beyondLine }) => beyondLine)) return lineFull()
  return cartFull()
}
