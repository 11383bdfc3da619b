import { sql } from 'kysely'
import { type CartLine, MAX_QUANTITY, type SentLine } from '#contract/cart.ts'
import { mergeItems } from '#domain/cart.ts'
import { clampToStock } from '#domain/stock.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { isId } from '../../http/refusal.ts'
import { lineFull } from './cart-limits.ts'
import { lockCart } from './lock-cart.ts'
import { readCart } from './queries.ts'

type Adjustment = { productId: string; name: string; reason: 'unknown' | 'price' | 'stock'; quantity: number }

/**
 * Replaces the lines of a user's cart (docs/product.md#cart). Products that are unknown, retired or have no price are dropped and
 * quantities are limited to the stock; each of these changes is returned.
 *
 * @throws Refusal BAD_INPUT when the lines of one product add up to more than a line may have
 */
export async function updateCart(
  database: Db,
  { userId, items }: { userId: string; items: SentLine[] },
): Promise<{ lines: CartLine[]; adjusted: Adjustment[] }> {
  const requested = mergeItems(
    items.map(({ productId, quantity }) => ({ productId: productId.toLowerCase(), quantity })),
  )
  if (requested.some(({ quantity }) => quantity > MAX_QUANTITY)) throw lineFull()
  const ids = requested.map((item) => item.productId).filter(isId)
  return inTransaction(database, async (tx) => {
    // Of two updates the later one replaces the earlier one as a whole.
    await lockCart(tx, userId)
    const products = await tx
      .selectFrom('products')
      .select(['id', 'tradename', 'cost', 'stock', 'retired_at'])
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute()
    const known = new Map(products.map((product) => [product.id, product]))
    const adjusted: Adjustment[] = []
    const lines = requested.flatMap(({ productId, quantity }) => {
      const product = known.get(productId)
      const available =
        product && !product.retired_at && product.cost > 0 ? clampToStock(quantity, product.stock) : 0
      if (available !== quantity) {
        adjusted.push({
          productId,
          name: product?.tradename ?? '',
          reason: reasonOf(product),
          quantity: available,
        })
      }
      return available > 0 ? [{ productId, quantity: available }] : []
    })
    const lineIds = lines.map((line) => line.productId)
    await sql`
      with deleted as (
        delete from cart_lines where user_id = ${userId} and product_id <> all(${lineIds}::uuid[])
      )
      insert into cart_lines (user_id, product_id, quantity)
      select ${userId}, line.id, line.quantity
      from unnest(${lineIds}::uuid[], ${lines.map((line) => line.quantity)}::int[]) with ordinality as line (id, quantity, place)
      order by place
      on conflict (user_id, product_id) do update set quantity = excluded.quantity`.execute(tx)
    return { lines: await readCart(tx, userId), adjusted }
  })
}

function reasonOf(product: { cost: number; retired_at: Date | null } | undefined): Adjustment['reason'] {
  if (!product || product.retired_at) return 'unknown'
  return product.cost > 0 ? 'stock' : 'price'
}
