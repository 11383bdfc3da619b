import { sql } from 'kysely'
import type { CartLine, SentLine } from '#contract/cart.ts'
import { type CartItem, mergeItems } from '#domain/cart.ts'
import { clampToStock } from '#domain/stock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { isId } from '../../refusals/refusal.ts'
import { checkLimits, type LineRow, PRODUCT_OF_LINE, presentLines } from './lines.ts'

type Adjustment = {
  productId: string
  name: string
  reason: 'unknown' | 'price' | 'in-person' | 'held' | 'stock'
  quantity: number
}

/**
 * Replaces the lines of a user's cart. Drops unknown and retired products, products without a price and products that aren't sold online,
 * and limits quantities to the stock. The answer lists these adjustments.
 *
 * @throws Refusal BAD_INPUT when the cart would exceed a limit
 */
export async function updateCart(
  database: Db,
  { userId, items }: { userId: string; items: SentLine[] },
): Promise<{ lines: CartLine[]; adjusted: Adjustment[] }> {
  const sent = mergeItems(
    items.map(({ productId, quantity }) => ({ productId: productId.toLowerCase(), quantity })),
  )
  // The later of two updates replaces the whole cart.
  return inTransaction(database, async (tx) => {
    const ids = sent.map(({ productId }) => productId).filter(isId)
    const before = await lockLines(tx, userId, ids)
    const { quantities, adjusted } = fitToStock(sent, before)
    const after = before.map((line) => ({ ...line, quantity: quantities.get(line.productId) ?? 0 }))
    const changed = after.filter(({ quantity }, index) => quantity !== before[index]!.quantity)
    const lines = after.filter(({ quantity }) => quantity > 0)
    checkLimits(lines)
    if (changed.length > 0) await writeLines(tx, userId, changed)
    return { lines: presentLines(lines), adjusted }
  })
}

/** Locks a cart and reads its lines in the order of their addition, then the other products with these ids, with quantity 0. */
async function lockLines(tx: Tx, userId: string, ids: string[]): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    with line as materialized (select product_id, quantity, added_at from lock_cart(${userId}))
    select ${PRODUCT_OF_LINE}, coalesce(line.quantity, 0) as quantity
    from products p left join line on line.product_id = p.id
    where p.id = any(${ids}::uuid[] || array(select product_id from line))
    order by line.added_at, array_position(${ids}::uuid[], p.id), p.id`.execute(tx)
  return rows
}

/** Sets the quantities of products in a locked cart; 0 removes one. New products follow the others, in the given order. */
async function writeLines(tx: Tx, userId: string, items: CartItem[]) {
  const ids = items.map(({ productId }) => productId)
  const quantities = items.map(({ quantity }) => quantity)
  await sql`
    with item as (
      select * from unnest(${ids}::uuid[], ${quantities}::int[]) with ordinality as item (id, quantity, place)
    ), removed as (
      delete from cart_lines using item
      where user_id = ${userId} and product_id = item.id and item.quantity = 0
    )
    insert into cart_lines (user_id, product_id, quantity)
    select ${userId}, id, quantity from item where quantity > 0 order by place
    on conflict (user_id, product_id) do update set quantity = excluded.quantity`.execute(tx)
}

/** The quantities that can be sold, by product, and the adjusted items. */
function fitToStock(items: CartItem[], lines: LineRow[]) {
  const products = new Map(lines.map((line) => [line.productId, line]))
  const quantities = new Map<string, number>()
  const adjusted: Adjustment[] = []
  for (const item of items) {
    const { productId } = item
    const product = products.get(productId)
    const reason = reasonOf(product)
    const quantity = product && reason === 'stock' ? clampToStock(item.quantity, product.stock) : 0
    quantities.set(productId, quantity)
    if (quantity !== item.quantity) adjusted.push({ productId, name: product?.name ?? '', reason, quantity })
  }
  return { quantities, adjusted }
}

/** The reason why a line may have to be adjusted; `stock` for a product that is sold. */
function reasonOf(product: LineRow | undefined): Adjustment['reason'] {
  if (!product || product.isRetired) return 'unknown'
  if (product.saleCondition === 'check') return 'in-person'
  if (product.held) return 'held'
  return product.price > 0 ? 'stock' : 'price'
}
