import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { type LimitSubject, unlockAccount } from '../../http/rate-limits.ts'
import { closeSessions } from '../../http/sessions.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { hashResetToken } from './issue-reset.ts'
import { hashPassword } from './passwords.ts'

/**
 * Sets a new password with the token of a recovery or invitation mail, which works once, and ends all the user's sessions
 * (docs/product.md#password-recovery). The failed logins of the account are forgiven.
 *
 * @throws Refusal DEAD_LINK when the token is unknown, used, expired or replaced by a newer one, or its account disabled
 */
export async function resetPassword(
  database: Db,
  { token, password, limitSubject }: { token: string; password: string; limitSubject: LimitSubject },
) {
  const token_hash = hashResetToken(token)
  const validReset = database
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', sql<Date>`now()`)
  // Checks the token before the expensive hash; the delete checks it again, since only one of several requests may succeed.
  if (!(await validReset.executeTakeFirst())) throw new Refusal('DEAD_LINK')
  const password_hash = await hashPassword(password)
  const email = await inTransaction(database, async (tx) => {
    const reset = await tx
      .deleteFrom('password_resets')
      .where('token_hash', '=', token_hash)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('user_id')
      .executeTakeFirst()
    if (!reset) throw new Refusal('DEAD_LINK')
    const user = await tx
      .updateTable('users')
      .set({ password_hash, invited_at: null })
      .where('id', '=', reset.user_id)
      .where('disabled_at', 'is', null)
      .returning('email')
      .executeTakeFirst()
    if (!user) throw new Refusal('DEAD_LINK')
    await closeSessions(tx, reset.user_id)
    return user.email
  })
  await unlockAccount(database, 'login', { ...limitSubject, account: email })
}
