import { sql } from 'kysely'
import type { CartItem } from '#domain/cart.ts'
import type { Tx } from '../../database/schema.ts'

const idsOf = (items: CartItem[]) => items.map(({ productId }) => productId)

/** Sets the quantities of products in a user's cart. New products follow the others, in the given order. */
export async function writeLines(tx: Tx, userId: string, items: CartItem[]) {
  if (items.length === 0) return
  await sql`
    insert into cart_lines (user_id, product_id, quantity)
    select ${userId}, id, quantity
    from unnest(${idsOf(items)}::uuid[], ${items.map(({ quantity }) => quantity)}::int[])
      with ordinality as item (id, quantity, place)
    order by place
    on conflict (user_id, product_id) do update set quantity = excluded.quantity`.execute(tx)
}

/** Removes products from a user's cart. */
export async function deleteLines(tx: Tx, userId: string, items: CartItem[]) {
  if (items.length === 0) return
  await sql`
    delete from cart_lines where user_id = ${userId} and product_id = any(${idsOf(items)}::uuid[])`.execute(
    tx,
  )
}
