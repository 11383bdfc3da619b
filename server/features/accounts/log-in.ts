import { sql } from 'kysely'
import type { Role } from '#domain/users.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { forgiveAttempts, type LimitSubject } from '../../http/rate-limits.ts'
import { Refusal } from '../../http/refusal.ts'
import { openSession } from '../../http/sessions.ts'
import { verifyPassword } from './passwords.ts'
import { findLogin } from './queries.ts'

type Login = { email: string; password: string; staffOnly?: boolean; limitSubject: LimitSubject }

/**
 * Creates a session and records the login (docs/product.md#login). An unknown e-mail, a wrong password and a customer at the
 * staff login get the same answer in the same time.
 *
 * @throws Refusal LOGIN_FAILED
 */
export async function logIn(
  database: Db,
  { email, password, staffOnly, limitSubject }: Login,
): Promise<{ token: string; data: { _id: string; role: Role } }> {
  const user = await findLogin(database, email)
  const isCorrect = await verifyPassword(password, user?.password_hash)
  if (!user || !isCorrect || (staffOnly && user.role === 'Cliente')) throw new Refusal('LOGIN_FAILED')
  await forgiveAttempts(database, 'login', limitSubject)

  const { id, role } = user
  const token = await inTransaction(database, async (tx) => {
    await tx
      .insertInto('user_activity')
      .values({
        user_id: id,
        name: `${user.name} ${user.lastname}`.trim(),
        email,
        role,
        created_at: sql<Date>`now()`,
      })
      .execute()
    return openSession(tx, { userId: id, role })
  })
  return { token, data: { _id: id, role } }
}
