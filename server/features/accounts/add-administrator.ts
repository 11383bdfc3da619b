import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../http/refusal.ts'
import { hashPassword } from './passwords.ts'
import { randomPassword } from './random-password.ts'

/**
 * Adds an administrator with a random password.
 *
 * @param email in lower case
 * @returns the password, which nobody can read again
 * @throws Refusal EMAIL_TAKEN
 */
export async function addAdministrator(database: Db, email: string): Promise<string> {
  const password = randomPassword()
  const user = await database
    .insertInto('users')
    .values({
      role: 'Administrador',
      email,
      password_hash: await hashPassword(password),
      name: 'Administración',
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!user) throw new Refusal('EMAIL_TAKEN')
  return password
}
