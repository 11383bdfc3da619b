import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { countAttempt, forgiveAttempts, type LimitSubject } from '../../http/rate-limits.ts'
import { Refusal } from '../../http/refusal.ts'
import { closeSessions } from '../../http/sessions.ts'
import { hashResetToken } from './issue-reset.ts'
import { hashPassword } from './passwords.ts'

type Reset = { token: string; password: string; attempt: LimitSubject }

/**
 * Sets a new password with the link of a recovery mail, which works once, and ends all the user's sessions (design §2.23).
 *
 * @throws Refusal DEAD_LINK when the token is unknown, used, over, replaced by a newer one, or of a
 *   disabled account; TOO_MANY
 */
export async function resetPassword(database: Db, { token, password, attempt }: Reset) {
  await countAttempt(database, 'recovery', attempt)
  const token_hash = hashResetToken(token)
  const alive = database
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', sql<Date>`now()`)
  // Looked at before the costly hash; taken after it, by one of those who may come at once.
  if (!(await alive.executeTakeFirst())) throw new Refusal('DEAD_LINK')
  const password_hash = await hashPassword(password)
  const email = await database.transaction().execute(async (tx) => {
    const taken = await tx
      .deleteFrom('password_resets')
      .where('token_hash', '=', token_hash)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('user_id')
      .executeTakeFirst()
    if (!taken) throw new Refusal('DEAD_LINK')
    const user = await tx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', taken.user_id)
      .where('disabled_at', 'is', null)
      .returning('email')
      .executeTakeFirst()
    if (!user) throw new Refusal('DEAD_LINK')
    await closeSessions(tx, taken.user_id)
    return user.email
  })
  await forgiveAttempts(database, 'login', { account: email })
}
