import { sql } from 'kysely'
import { MAX_LINES, MAX_QUANTITY, type SentLine } from '#contract/cart.ts'
import { type CartItem, mergeItems } from '#domain/cart.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal, requireId } from '../../http/refusal.ts'
import { cartFull, lineFull } from './cart-limits.ts'
import { lockCart } from './lock-cart.ts'

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
 * @throws Refusal NO_PRICE for a product without a price; NO_STOCK when a line would exceed the stock, with the smallest such `stock`
 * as data; BAD_INPUT when a line or the cart would grow past its limit (docs/product.md#cart); NOT_FOUND for an unknown or retired
 * product
 */
export async function addToCart(database: Db, { userId, items }: { userId: string; items: SentLine[] }) {
  const addition = {
    userId,
    items: mergeItems(
      items.map(({ productId, quantity }) => ({ productId: requireId(productId), quantity })),
    ),
  }
  if (addition.items.length === 1 && (await addLines(database, addition, UNLOCKED_LINES)).length === 1) return
  await inTransaction(database, async (tx) => {
    await lockCart(tx, userId)
    const added = await addLines(tx, addition, MAX_LINES)
    if (added.length < addition.items.length) throw await explain(tx, addition, added)
  })
}

/** Adds the lines that fit, and returns their products. */
async function addLines(database: Db, { userId, items }: Addition, maxLines: number): Promise<string[]> {
  const ids = items.map(({ productId }) => productId)
  const { rows } = await sql<{ product_id: string }>`
    insert into cart_lines as line (user_id, product_id, quantity)
    select ${userId}, p.id, added.quantity
    from unnest(${ids}::uuid[], ${items.map(({ quantity }) => quantity)}::int[]) as added (id, quantity)
    join products p on p.id = added.id and p.cost > 0 and p.retired_at is null and added.quantity <= least(p.stock, ${MAX_QUANTITY}::int)
    where ${otherLines(userId, ids)} + ${ids.length}::int <= ${maxLines}::int
    order by p.id
    on conflict (user_id, product_id) do update set quantity = line.quantity + excluded.quantity
      where line.quantity + excluded.quantity <=
        (select least(stock, ${MAX_QUANTITY}::int) from products where id = excluded.product_id)
    returning product_id`.execute(database)
  return rows.map(({ product_id }) => product_id)
}

/** The number of the cart's lines with other products. */
const otherLines = (userId: string, ids: string[]) =>
  sql`(select count(*) from cart_lines where user_id = ${userId} and product_id <> all(${ids}::uuid[]))`

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
