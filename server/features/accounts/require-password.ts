import type { Db } from '../../database/schema.ts'
import { invalidField, Refusal } from '../../refusals/refusal.ts'
import { verifyPassword } from './passwords.ts'

export const wrongPassword = () => invalidField('password', 'La contraseña no es correcta.')

/**
 * Checks the password of a session's user, asked again. The hash takes long: call it outside of a transaction, and compare the returned
 * hash inside.
 *
 * @returns the hash that the password was checked against
 * @throws Refusal BAD_INPUT at the password; NO_SESSION when the account is gone
 */
export async function requirePassword(database: Db, userId: string, password: string): Promise<string> {
  const user = await database
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw new Refusal('NO_SESSION')
  if (!(await verifyPassword(password, user.password_hash))) throw wrongPassword()
  return user.password_hash
}
