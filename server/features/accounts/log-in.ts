import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { openedSession } from '#contract/users.ts'
import type { Role } from '#domain/users.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { isRemembered, readDevice, rememberDevice } from '../../http/device-cookies.ts'
import { forgiveAttempts, type LimitSubject } from '../../http/rate-limits.ts'
import { findSession, openSession } from '../../http/sessions.ts'
import { issueToken } from '../../http/tokens.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { verifyPassword } from './passwords.ts'
import { findLogin } from './users.ts'

type Login = {
  email: string
  password: string
  staffOnly?: boolean
  limitSubject: LimitSubject
  /** The request. Its cookies have the tokens of known and remembered devices. */
  request: FastifyRequest
}

export type OpenedSession = {
  answer: z.input<typeof openedSession>
  /** The token that makes the device known. */
  device: string
}
/** A login that waits for a code of the second factor. */
type WaitingLogin = { answer: { data: { secondFactor: true; ticket: string } }; device?: undefined }

/**
 * Creates a session and records the login. An unknown e-mail, a wrong password and a customer at the staff login
 * get the same answer, the first two in the same time.
 *
 * @returns a ticket in place of the session for an account with a second factor, unless the browser is remembered
 * @throws Refusal LOGIN_FAILED
 */
export async function logIn(
  database: Db,
  { email, password, staffOnly, limitSubject, request }: Login,
): Promise<OpenedSession | WaitingLogin> {
  const user = await findLogin(database, email)
  const isCorrect = await verifyPassword(password, user?.password_hash)
  if (!user || !isCorrect) throw new Refusal('LOGIN_FAILED')

  const { id } = user
  const opened = await inTransaction(database, async (tx) => {
    const role = await lockRole(tx, user)
    if (!role || (staffOnly && role === 'Cliente')) throw new Refusal('LOGIN_FAILED')
    const needsCode =
      role !== 'Cliente' && (await hasSecondFactor(tx, id)) && !(await isRemembered(tx, request, id))
    if (needsCode)
      return {
        answer: { data: { secondFactor: true as const, ticket: await issueToken(tx, 'login-ticket', id) } },
      }
    return openLogin(tx, { ...user, role }, { request })
  })
  await forgiveAttempts(database, 'login', limitSubject)
  return opened
}

export type LoggedInUser = { id: string; role: Role; name: string; lastname: string; email: string }

/** Creates the session of a login and records it. `withCode`: the user gave a code of the second factor. */
export async function openLogin(
  tx: Tx,
  { id, role, name, lastname, email }: LoggedInUser,
  { request, withCode }: { request: FastifyRequest; withCode?: boolean },
): Promise<OpenedSession> {
  await sql`
    insert into user_activity (user_id, name, email, role, created_at)
    values (${id}, ${`${name} ${lastname}`.trim()}, ${email}, ${role}, now())`.execute(tx)
  const token = await openSession(tx, { userId: id, role, withCode })
  const session = await findSession(tx, token)
  return {
    answer: { token, data: { _id: id, role, ...(session?.mustSetUp && { setUp: true }) } },
    device: await rememberDevice(tx, { userId: id, device: readDevice(request) }),
  }
}

async function hasSecondFactor(tx: Tx, userId: string) {
  const { rows } = await sql`
    select from second_factors where user_id = ${userId} and confirmed_at is not null`.execute(tx)
  return rows.length > 0
}

/**
 * The user's current role; null when the password has changed since its check, or the account was disabled. A password reset or a disabling
 * waits for this lock, and then ends the new session too.
 */
async function lockRole(tx: Tx, { id, password_hash }: { id: string; password_hash: string }) {
  const { rows } = await sql<{ role: Role }>`
    select role from users where id = ${id} and password_hash = ${password_hash} and disabled_at is null for share`.execute(
    tx,
  )
  return rows[0]?.role ?? null
}
