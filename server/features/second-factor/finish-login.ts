import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { loginCodeBody } from '#contract/second-factor.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { forgiveAttempts, type LimitSubject } from '../../http/rate-limits.ts'
import { findSubject, issueToken, spendToken } from '../../http/tokens.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { type LoggedInUser, type OpenedSession, openLogin } from '../accounts/log-in.ts'
import { spendCode } from './spend-code.ts'

type CodeLogin = z.output<typeof loginCodeBody> & { limitSubject: LimitSubject; request: FastifyRequest }

type FinishedLogin = OpenedSession & {
  /** The user and the token by which the browser is remembered; absent unless the user asked for it. */
  remembered?: { userId: string; token: string }
}

/**
 * Opens the session of a login that waits for a code. A wrong code leaves the ticket valid.
 *
 * @throws Refusal DEAD_TICKET for an unknown, used or expired ticket, or a disabled account; WRONG_CODE
 */
export async function finishLogin(
  database: Db,
  { ticket, code, remember, limitSubject, request }: CodeLogin,
): Promise<FinishedLogin> {
  const finished = await inTransaction(database, async (tx): Promise<FinishedLogin> => {
    const userId = await findSubject(tx, 'login-ticket', ticket)
    const user = userId ? await lockStaff(tx, userId) : undefined
    if (!user || !(await spendToken(tx, 'login-ticket', ticket))) throw new Refusal('DEAD_TICKET')
    await spendCode(tx, user.id, code)
    const opened = await openLogin(tx, user, { request, withCode: true })
    if (!remember) return opened
    return {
      ...opened,
      remembered: { userId: user.id, token: await issueToken(tx, 'remembered-device', user.id) },
    }
  })
  await forgiveAttempts(database, 'secondFactor', limitSubject)
  return finished
}

/** Locks an enabled staff account. A password reset or a disabling waits for this lock, and then ends the new session too. */
async function lockStaff(tx: Tx, userId: string): Promise<LoggedInUser | undefined> {
  const { rows } = await sql<LoggedInUser>`
    select id, role, name, lastname, email from users
    where id = ${userId} and role <> 'Cliente' and disabled_at is null for share`.execute(tx)
  return rows[0]
}
