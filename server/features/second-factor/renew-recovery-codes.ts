import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import type { StaffActor } from '../../http/serve.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/**
 * Replaces the recovery codes of the session's user.
 *
 * @returns the new codes
 * @throws Refusal NO_SECOND_FACTOR
 */
export async function renewRecoveryCodes(database: Db, actor: StaffActor): Promise<string[]> {
  const { userId } = actor
  return inTransaction(database, async (tx) => {
    // The lock serializes renewals, so that exactly ten codes are valid afterwards.
    const factor = await tx
      .selectFrom('second_factors')
      .innerJoin('users', 'users.id', 'second_factors.user_id')
      .select('email')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .forUpdate('second_factors')
      .executeTakeFirst()
    if (!factor) throw new Refusal('NO_SECOND_FACTOR')
    await recordAudit(tx, actor, {
      action: 'user.second-factor-codes',
      subject: { kind: 'user', id: userId, label: factor.email },
    })
    return replaceRecoveryCodes(tx, userId)
  })
}
