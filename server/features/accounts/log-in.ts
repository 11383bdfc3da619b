import { sql } from 'kysely'
import type { Role } from '#domain/users.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { rememberDevice } from '../../http/known-devices.ts'
import { forgiveAttempts, type LimitSubject } from '../../http/rate-limits.ts'
import { openSession } from '../../http/sessions.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { verifyPassword } from './passwords.ts'
import { findLogin } from './queries.ts'

type Login = {
  email: string
  password: string
  staffOnly?: boolean
  limitSubject: LimitSubject
  /** The device token that the browser sent. */
  device?: string
}
type OpenedSession = { token: string; data: { _id: string; role: Role }; device: string }

/**
 * Creates a session and records the login (docs/product.md#login). An unknown e-mail, a wrong password and a customer at the staff login
 * get the same answer, the first two in the same time.
 *
 * @returns the answer, and the token that makes the device known
 * @throws Refusal LOGIN_FAILED
 */
export async function logIn(
  database: Db,
  { email, password, staffOnly, limitSubject, device }: Login,
): Promise<OpenedSession> {
  const user = await findLogin(database, email)
  const isCorrect = await verifyPassword(password, user?.password_hash)
  if (!user || !isCorrect) throw new Refusal('LOGIN_FAILED')

  const { id } = user
  const opened = await inTransaction(database, async (tx) => {
    const role = await lockRole(tx, user)
    if (!role || (staffOnly && role === 'Cliente')) throw new Refusal('LOGIN_FAILED')
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
    return {
      token: await openSession(tx, { userId: id, role }),
      data: { _id: id, role },
      device: await rememberDevice(tx, { userId: id, device }),
    }
  })
  await forgiveAttempts(database, 'login', limitSubject)
  return opened
}

/**
 * The user's current role, or null when the password changed since it was checked or the account was disabled. The lock makes a reset or
 * a disabling wait for the new session, and then end it.
 */
async function lockRole(tx: Tx, { id, password_hash }: { id: string; password_hash: string }) {
  const user = await tx
    .selectFrom('users')
    .select(['role', 'password_hash'])
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return user?.password_hash === password_hash ? user.role : null
}
