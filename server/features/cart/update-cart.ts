import { sql } from 'kysely'
import type { CartLine, SentLine } from '#contract/cart.ts'
import { mergeItems } from '#domain/cart.ts'
import { clampToStock } from '#domain/stock.ts'
import type { Db } from '../../database/schema.ts'
import { isId } from '../../http/refusal.ts'
import { readCart } from './queries.ts'

type Adjustment = { productId: string; name: string; reason: 'unknown' | 'stock'; quantity: number }

/**
 * Sets a user's cart to these lines (design §2.11): unknown products are dropped, quantities held within the stock, and
 * each such change is told.
 */
export async function updateCart(
  database: Db,
  { userId, items }: { userId: string; items: SentLine[] },
): Promise<{ lines: CartLine[]; adjusted: Adjustment[] }> {
  const wanted = mergeItems(
    items.map(({ productId, quantity }) => ({ productId: productId.toLowerCase(), quantity })),
  )
  const ids = wanted.map((item) => item.productId).filter(isId)
  return database.transaction().execute(async (tx) => {
    // Two updates at once: the later one is the cart, whole.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    const products = await tx
      .selectFrom('products')
      .select(['id', 'tradename', 'stock'])
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute()
    const known = new Map(products.map((product) => [product.id, product]))
    const adjusted: Adjustment[] = []
    const kept = wanted.flatMap(({ productId, quantity }) => {
      const product = known.get(productId)
      const fitting = product ? clampToStock(quantity, product.stock) : 0
      if (fitting !== quantity) {
        const reason = product ? 'stock' : 'unknown'
        adjusted.push({ productId, name: product?.tradename ?? '', reason, quantity: fitting })
      }
      return fitting > 0 ? [{ productId, quantity: fitting }] : []
    })
    const keptIds = kept.map((line) => line.productId)
    await sql`
      with gone as (
        delete from cart_lines where user_id = ${userId} and product_id <> all(${keptIds}::uuid[])
      )
      insert into cart_lines (user_id, product_id, quantity)
      select ${userId}, line.id, line.quantity
      from unnest(${keptIds}::uuid[], ${kept.map((line) => line.quantity)}::int[]) with ordinality as line (id, quantity, place)
      order by place
      on conflict (user_id, product_id) do update set quantity = excluded.quantity`.execute(tx)
    return { lines: await readCart(tx, userId), adjusted }
  })
}
