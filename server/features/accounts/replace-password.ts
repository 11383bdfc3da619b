import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { unlockAccount } from '../../http/rate-limits.ts'
import { closeSessions } from '../../http/sessions.ts'
import { revokeTokens } from '../../http/tokens.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { hashPassword, randomPassword } from './passwords.ts'

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
