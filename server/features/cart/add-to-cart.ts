import { sql } from 'kysely'
import type { SentLine } from '#contract/cart.ts'
import { mergeItems } from '#domain/cart.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal, requireId } from '../../http/refusal.ts'

/**
 * Adds quantities to a user's cart, all or none.
 *
 * @throws Refusal NO_STOCK when a line would pass the stock, NOT_FOUND for an unknown product
 */
export async function addToCart(database: Db, { userId, items }: { userId: string; items: SentLine[] }) {
  const wanted = mergeItems(
    items.map(({ productId, quantity }) => ({ productId: requireId(productId), quantity })),
  )
  // One statement is atomic by itself; several products need the transaction that takes all back.
  if (wanted.length === 1) return add(database, userId, wanted)
  await database.transaction().execute((tx) => add(tx, userId, wanted))
}

async function add(database: Db, userId: string, wanted: { productId: string; quantity: number }[]) {
  const ids = wanted.map((item) => item.productId)
  const { rows } = await sql`
    insert into cart_lines as line (user_id, product_id, quantity)
    select ${userId}, p.id, wanted.quantity
    from unnest(${ids}::uuid[], ${wanted.map((item) => item.quantity)}::int[]) as wanted (id, quantity)
    join products p on p.id = wanted.id and p.stock >= wanted.quantity
    order by p.id
    on conflict (user_id, product_id) do update set quantity = line.quantity + excluded.quantity
      where line.quantity + excluded.quantity <= (select stock from products where id = excluded.product_id)
    returning product_id`.execute(database)
  if (rows.length === wanted.length) return
  const known = await database
    .selectFrom('products')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  throw new Refusal(known.length === wanted.length ? 'NO_STOCK' : 'NOT_FOUND')
}
