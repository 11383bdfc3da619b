import { sql } from 'kysely'
import type { Role } from '#domain/users.ts'
import type { Db } from '../../database/schema.ts'
import { countAttempt, forgiveAttempts, type LimitSubject } from '../../http/rate-limits.ts'
import { Refusal } from '../../http/refusal.ts'
import { openSession } from '../../http/sessions.ts'
import { checkPassword } from './passwords.ts'
import { findLogin } from './queries.ts'

type Login = { email: string; password: string; staffOnly?: boolean; attempt: LimitSubject }

/**
 * Opens a session and records the login (design §2.18). Unknown e-mail, wrong password and a customer at the staff's door
 * are answered alike, in the same time.
 *
 * @throws Refusal LOGIN_FAILED, TOO_MANY
 */
export async function logIn(
  database: Db,
  { email, password, staffOnly, attempt }: Login,
): Promise<{ token: string; data: { _id: string; role: Role } }> {
  const attempted = { ...attempt, account: email }
  await countAttempt(database, 'login', attempted)
  const user = await findLogin(database, email)
  const fits = await checkPassword(password, user?.password_hash)
  if (!user || !fits || (staffOnly && user.role === 'Cliente')) throw new Refusal('LOGIN_FAILED')
  await forgiveAttempts(database, 'login', attempted)

  const { id, role } = user
  const token = await database.transaction().execute(async (tx) => {
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
