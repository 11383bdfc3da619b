import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { findToken } from '../../http/tokens.ts'
import { Refusal } from '../../refusals/refusal.ts'

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
