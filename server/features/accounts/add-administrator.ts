import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { hashPassword, randomPassword } from './passwords.ts'

/**
 * Adds an administrator with a random password.
 *
 * @param email in lower case
 * @returns the password, which nobody can read again
 * @throws Refusal EMAIL_TAKEN
 */
export async function addAdministrator(database: Db, email: string, actor: Actor): Promise<string> {
  const password = randomPassword()
  const password_hash = await hashPassword(password)
  const role = 'Administrador'
  await inTransaction(database, async (tx) => {
    const user = await tx
      .insertInto('users')
      .values({ role, email, password_hash, name: 'Administración' })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!user) throw new Refusal('EMAIL_TAKEN')
    await recordAudit(tx, actor, {
      action: 'user.create',
      subject: { kind: 'user', id: user.id, label: email },
      after: { role },
    })
  })
  return password
}
