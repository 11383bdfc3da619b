import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import type { StaffActor } from '../../http/serve.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { requirePassword } from '../accounts/passwords.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { describeSecret, makeSecret, periodOf } from './authenticator.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { isAppCode, normalizeFactorCode, wrongCode } from './spend-code.ts'

/**
 * Makes the secret of a new second factor. It replaces a secret that was never confirmed.
 *
 * @throws Refusal BAD_INPUT at the password; SECOND_FACTOR_ON
 */
export async function startSecondFactor(database: Db, userId: string, password: string) {
  await requirePassword(database, userId, password)
  const secret = makeSecret()
  const { rows } = await sql<{ email: string }>`
    insert into second_factors (user_id, secret) values (${userId}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret, started_at = now()
      where second_factors.confirmed_at is null
    returning (select email from users where id = user_id) as email`.execute(database)
  if (!rows[0]) throw new Refusal('SECOND_FACTOR_ON')
  return describeSecret(secret, rows[0].email)
}

/**
 * Turns the second factor on with a code of the app.
 *
 * @returns the recovery codes, which nobody can read again
 * @throws Refusal WRONG_CODE; SECOND_FACTOR_ON; NO_SECOND_FACTOR when no set-up was started within the last hour
 */
export async function confirmSecondFactor(
  database: Db,
  { code: typed, actor }: { code: string; actor: StaffActor },
): Promise<string[]> {
  const { userId } = actor
  return inTransaction(database, async (tx) => {
    const { email } = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .forShare()
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ secret: Buffer; isOn: boolean; isOld: boolean }>`
      select secret, confirmed_at is not null as "isOn", started_at < now() - interval '1 hour' as "isOld"
      from second_factors where user_id = ${userId} for update`.execute(tx)
    const [factor] = rows
    if (factor?.isOn) throw new Refusal('SECOND_FACTOR_ON')
    if (!factor || factor.isOld)
      throw new Refusal('NO_SECOND_FACTOR', { message: 'El código QR venció. Empieza de nuevo.' })
    const code = normalizeFactorCode(typed)
    const period = isAppCode(code) ? periodOf(factor.secret, code) : null
    if (period === null) throw wrongCode()
    await sql`
      update second_factors set confirmed_at = now(), last_period = ${period} where user_id = ${userId}`.execute(
      tx,
    )
    await recordAudit(tx, actor, {
      action: 'user.second-factor-on',
      subject: { kind: 'user', id: userId, label: email },
    })
    return replaceRecoveryCodes(tx, userId)
  })
}
