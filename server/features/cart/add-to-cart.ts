import { sql } from 'kysely'
import type { SentLine } from '#contract/cart.ts'
import { mergeItems } from '#domain/cart.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal, requireId } from '../../http/refusal.ts'

/**
 * Adds quantities to a user's cart, all or none.
 *
 * @throws Refusal NO_STOCK when a line would exceed the stock, NOT_FOUND for an unknown product
 */
export async function addToCart(database: Db, { userId, items }: { userId: string; items: SentLine[] }) {
  const lines = mergeItems(
    items.map(({ productId, quantity }) => ({ productId: requireId(productId), quantity })),
  )
  // A single row needs no transaction; with several, the refusal of one must roll back the others.
  if (lines.length === 1) return addLines(database, userId, lines)
  await inTransaction(database, (tx) => addLines(tx, userId, lines))
}

async function addLines(database: Db, userId: string, lines: { productId: string; quantity: number }[]) {
  const ids = lines.map((line) => line.productId)
  const { rows } = await sql`
    insert into cart_lines as line (user_id, product_id, quantity)
    select ${userId}, p.id, added.quantity
    from unnest(${ids}::uuid[], ${lines.map((line) => line.quantity)}::int[]) as added (id, quantity)
    join products p on p.id = added.id and p.stock >= added.quantity
    order by p.id
    on conflict (user_id, product_id) do update set quantity = line.quantity + excluded.quantity
      where line.quantity + excluded.quantity <= (select stock from products where id = excluded.product_id)
    returning product_id`.execute(database)
  if (rows.length === lines.length) return
  const known = await database
    .selectFrom('products')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  throw new Refusal(known.length === lines.length ? 'NO_STOCK' : 'NOT_FOUND')
}
