import type { Db } from '../../database/schema.ts'
import { forgiveAttempts } from '../../http/rate-limits.ts'
import { Refusal } from '../../http/refusal.ts'
import { closeSessions } from '../../http/sessions.ts'
import { hashPassword } from './passwords.ts'
import { randomPassword } from './random-password.ts'

/**
 * Replaces an account's password by a random one, ends its sessions and invalidates its recovery links.
 *
 * @returns the password, which nobody can read again
 * @throws Refusal NOT_FOUND
 */
export async function replacePassword(database: Db, userId: string): Promise<string> {
  const password = randomPassword()
  const password_hash = await hashPassword(password)
  const email = await database.transaction().execute(async (tx) => {
    const user = await tx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', userId)
      .returning('email')
      .executeTakeFirst()
    if (!user) throw new Refusal('NOT_FOUND')
    await closeSessions(tx, userId)
    await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
    return user.email
  })
  await forgiveAttempts(database, 'login', { account: email })
  return password
}
