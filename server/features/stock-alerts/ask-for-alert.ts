import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'

/** Nobody needs more; a stranger's requests with somebody's address end here. */
const MAX_WAITING = 50

type Wish = {
  productId: string
  /** In lower case. */
  email: string
  /** The session's user; the alert belongs to the account if the address is its own. */
  userId: string | null
}

/**
 * Lets an address wait for a sold-out product (docs/product.md#stock-alerts). Asking again prolongs the wait. Of more than 50
 * products the oldest are forgotten.
 *
 * @returns false when the product can be bought: then there is nothing to wait for
 * @throws Refusal NOT_FOUND
 */
export function askForAlert(database: Db, { productId, email, userId }: Wish): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    // The lock waits for a stock that is just being raised, or makes it wait: no alert falls between the two.
    const { rows } = await sql<{ available: boolean }>`
      select stock > 0 and cost > 0 as available from products where id = ${productId} and retired_at is null
      for share`.execute(tx)
    const [product] = rows
    if (!product) throw new Refusal('NOT_FOUND')
    if (product.available) return false
    await sql`
      insert into stock_alerts (product_id, email, user_id)
      values (${productId}, ${email}, (select id from users where id = ${userId}::uuid and email = ${email}))
      on conflict (product_id, email) where told_at is null do update set created_at = excluded.created_at`.execute(
      tx,
    )
    await sql`
      delete from stock_alerts where id in (
        select id from stock_alerts where email = ${email} and told_at is null
        order by created_at desc, id desc offset ${MAX_WAITING})`.execute(tx)
    return true
  })
}
