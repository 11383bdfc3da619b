import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { loginCodeBody } from '#contract/second-factor.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { forgiveAttempts, type LimitSubject } from '../../http/rate-limits.ts'
import { findSubject, issueToken, spendToken } from '../../http/tokens.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { type OpenedSession, openLogin } from '../accounts/log-in.ts'
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
const lockStaff = (tx: Tx, userId: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'role', 'name', 'lastname', 'email'])
    .where('id', '=', userId)
    .where('role', '<>', 'Cliente')
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst()
