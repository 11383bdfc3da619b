import { sql } from 'kysely'
import type { CartLine, SentLine } from '#contract/cart.ts'
import { type CartItem, mergeItems } from '#domain/cart.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Refusal, requireId } from '../../refusals/refusal.ts'
import { checkConditions, checkLimits, type LineRow, PRODUCT_OF_LINE, presentLines } from './lines.ts'

/**
 * Adds quantities to a user's cart, all or none.
 *
 * @returns the cart's lines
 * @throws Refusal NOT_FOUND for an unknown or retired product; NO_PRICE for a product without a price; SALE_IN_PERSON and CONDITION_UNKNOWN
 *   for a product that isn't sold online; NO_STOCK when a line would exceed the stock, with the smallest stock of such lines as data;
 *   BAD_INPUT when the cart would exceed a limit
 */
export async function addToCart(
  database: Db,
  { userId, items }: { userId: string; items: SentLine[] },
): Promise<CartLine[]> {
  const sent = mergeItems(
    items.map(({ productId, quantity }) => ({ productId: requireId(productId), quantity })),
  )
  const added = new Set(sent.map(({ productId }) => productId))
  return inTransaction(database, async (tx) => {
    // Writes the lines before it checks them: a refusal rolls the transaction back.
    const lines = await addLines(tx, userId, sent)
    const changed = lines.filter(({ productId }) => added.has(productId))
    if (changed.length < added.size) throw new Refusal('NOT_FOUND')
    checkProducts(changed)
    checkLimits(lines)
    return presentLines(lines)
  })
}

/** Locks a cart and adds the products that exist; new lines follow the others. */
async function addLines(tx: Tx, userId: string, items: CartItem[]): Promise<LineRow[]> {
  const ids = items.map(({ productId }) => productId)
  const quantities = items.map(({ quantity }) => quantity)
  const { rows } = await sql<LineRow>`
    with before as materialized (
      select product_id, quantity, added_at from lock_cart(${userId})
    ), added as (
      insert into cart_lines as line (user_id, product_id, quantity)
      select ${userId}, id, item.quantity
      from (select count(*) from before) locked, products
        join unnest(${ids}::uuid[], ${quantities}::int[]) with ordinality as item (id, quantity, place) using (id)
      order by place
      on conflict (user_id, product_id) do update set quantity = line.quantity + excluded.quantity
      returning product_id, quantity, added_at
    )
    select ${PRODUCT_OF_LINE}, coalesce(added.quantity, before.quantity) as quantity
    from before full join added using (product_id) join products p on p.id = product_id
    order by coalesce(before.added_at, added.added_at), p.id`.execute(tx)
  return rows
}

function checkProducts(lines: LineRow[]) {
  if (lines.some(({ isRetired }) => isRetired)) throw new Refusal('NOT_FOUND')
  if (lines.some(({ price }) => price === 0)) throw new Refusal('NO_PRICE')
  checkConditions(lines)
  const short = lines.filter(({ quantity, stock }) => quantity > stock)
  if (short.length > 0)
    throw new Refusal('NO_STOCK', { data: { stock: Math.min(...short.map(({ stock }) => stock)) } })
}
