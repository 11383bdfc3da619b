import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { findToken } from '../../http/tokens.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { sellable } from '../stock/sellable.ts'

/** The most waiting alerts per address, a limit against requests with a stranger's address. */
const MAX_WAITING = 50

type Wish = {
  productId: string
  /** The address in lower case. */
  email: string
  /** The session's user, to whose account the alert belongs if the address matches. */
  userId: string | null
}

/**
 * Adds an alert for a product that can't be bought now. A repeated request prolongs it. Past the limit, the oldest alerts are deleted.
 *
 * @returns false without an alert, because the product can be bought
 * @throws Refusal NOT_FOUND
 */
export function askForAlert(database: Db, { productId, email, userId }: Wish): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    // The lock serializes the new alert with changes of the stock, so that no alert misses a change.
    const { rows } = await sql<{ available: boolean }>`
      select not unavailable and ${sellable('products')} > 0 as available from products where id = ${productId} and retired_at is null
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

/**
 * Deletes the alerts that have waited for six months, and those whose mail was queued 30 days ago: until then their link works.
 *
 * @returns how many
 */
export async function expireStockAlerts(database: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from stock_alerts
    where coalesce(told_at + interval '30 days', created_at + interval '6 months') < now()`.execute(database)
  return Number(numAffectedRows ?? 0)
}

/**
 * Deletes all alerts of the address that got the token by mail. Mails that are queued for it are not sent any more.
 *
 * @throws Refusal DEAD_LINK when the token is unknown, used or expired
 */
export async function stopAlerts(database: Db, token: string): Promise<void> {
  const { numDeletedRows } = await inTransaction(database, (tx) =>
    tx
      .deleteFrom('stock_alerts')
      .where(
        'email',
        '=',
        findToken(tx, 'stop-alerts', token)
          .innerJoin('stock_alerts as mailed', 'mailed.id', 'alert_id')
          .select('mailed.email'),
      )
      .executeTakeFirstOrThrow(),
  )
  if (numDeletedRows === 0n) throw new Refusal('DEAD_LINK')
}
