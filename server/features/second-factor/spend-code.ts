import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { periodOf } from './authenticator.ts'
import { spendRecoveryCode } from './recovery-codes.ts'

export const wrongCode = () =>
  new Refusal('WRONG_CODE', {
    issues: [{ path: 'code', message: 'El código no es correcto o ya se usó.' }],
  })

/** Normalizes a typed code: people add spaces and hyphens, and use small letters. */
export const normalizeFactorCode = (typed: string) => typed.replace(/[\s-]/g, '').toUpperCase()

export const isAppCode = (code: string) => /^\d{6}$/.test(code)

/**
 * Uses a code of the app or a recovery code. Every code works once.
 *
 * @throws Refusal NO_SECOND_FACTOR; WRONG_CODE for a wrong or used code
 */
export async function spendCode(tx: Tx, userId: string, typed: string): Promise<void> {
  const { rows } = await sql<{ secret: Buffer }>`
    select secret from second_factors where user_id = ${userId} and confirmed_at is not null`.execute(tx)
  if (!rows[0]) throw new Refusal('NO_SECOND_FACTOR')
  const code = normalizeFactorCode(typed)
  const isRight = isAppCode(code)
    ? await spendPeriod(tx, userId, periodOf(rows[0].secret, code))
    : await spendRecoveryCode(tx, userId, code)
  if (!isRight) throw wrongCode()
}

/**
 * Stores the period of a code as used, together with all earlier ones. Of several simultaneous requests with the same code, the first gets
 * true.
 */
async function spendPeriod(tx: Tx, userId: string, period: number | null): Promise<boolean> {
  if (period === null) return false
  const { numAffectedRows } = await sql`
    update second_factors set last_period = ${period}
    where user_id = ${userId} and last_period < ${period}`.execute(tx)
  return numAffectedRows === 1n
}
