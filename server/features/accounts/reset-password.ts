import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { type LimitSubject, unlockAccount } from '../../http/rate-limits.ts'
import { closeSessions } from '../../http/sessions.ts'
import { findSubject, revokeTokens, spendToken } from '../../http/tokens.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { hashPassword, randomPassword } from './passwords.ts'

/**
 * Sets a new password with the token of a recovery or invitation mail, which works once, and ends all the user's sessions. The count of the
 * account's failed logins is reset.
 *
 * @throws Refusal DEAD_LINK when the token is unknown, used, expired or replaced by a newer one, or its account disabled
 */
export async function resetPassword(
  database: Db,
  { token, password, limitSubject }: { token: string; password: string; limitSubject: LimitSubject },
) {
  // Checks the token before the expensive hash; spending it checks it again, since only one of several requests may succeed.
  if (!(await findSubject(database, 'password-reset', token))) throw new Refusal('DEAD_LINK')
  const password_hash = await hashPassword(password)
  const email = await inTransaction(database, async (tx) => {
    const userId = await spendToken(tx, 'password-reset', token)
    if (!userId) throw new Refusal('DEAD_LINK')
    const user = await tx
      .updateTable('users')
      .set({ password_hash, invited_at: null })
      .where('id', '=', userId)
      .where('disabled_at', 'is', null)
      .returning('email')
      .executeTakeFirst()
    if (!user) throw new Refusal('DEAD_LINK')
    await closeSessions(tx, userId)
    return user.email
  })
  await unlockAccount(database, 'login', { ...limitSubject, account: email })
}

/**
 * Replaces an account's password by a random one, ends its sessions and recovery links, and resets its count of failed logins. The separate
 * counts of network addresses and known devices stay.
 *
 * @returns the password, which nobody can read again
 * @throws Refusal NOT_FOUND
 */
export async function replacePassword(database: Db, userId: string, actor: Actor): Promise<string> {
  const password = randomPassword()
  const password_hash = await hashPassword(password)
  const email = await inTransaction(database, async (tx) => {
    const user = await tx
      .updateTable('users')
      .set({ password_hash, invited_at: null })
      .where('id', '=', userId)
      .returning('email')
      .executeTakeFirst()
    if (!user) throw new Refusal('NOT_FOUND')
    await closeSessions(tx, userId)
    await revokeTokens(tx, userId, ['password-reset'])
    await recordAudit(tx, actor, {
      action: 'user.password',
      subject: { kind: 'user', id: userId, label: user.email },
    })
    return user.email
  })
  await unlockAccount(database, 'login', { account: email })
  return password
}
