import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { hashStopToken } from './stop-token.ts'

/**
 * Deletes all alerts of the address that got the token by mail. Mails that are queued for it are not sent any more.
 *
 * @throws Refusal DEAD_LINK when the token is unknown, used or expired
 */
export async function stopAlerts(database: Db, token: string): Promise<void> {
  const { numAffectedRows } = await inTransaction(database, (tx) =>
    sql`
      delete from stock_alerts
      where email = (select email from stock_alerts where token_hash = ${hashStopToken(token)})`.execute(tx),
  )
  if (numAffectedRows === 0n) throw new Refusal('DEAD_LINK')
}
