import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Secret } from 'otpauth'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { StaffActor } from '../../http/serve.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { recordAudit } from '../audit/record-audit.ts'

const CODES = 10

/** A code of 60 random bits, in 12 characters of base32. */
const makeCode = () => new Secret({ size: 8 }).base32.slice(0, 12)

/** Formats a code for people: `abcd-efgh-ijkl`. */
const format = (code: string) => code.toLowerCase().replace(/(.{4})(?=.)/g, '$1-')

/** The hash of a recovery code. Only the hash is stored, never the code. */
const hash = (userId: string, code: string) => createHash('sha256').update(`${userId} ${code}`).digest()

/**
 * Replaces an account's recovery codes.
 *
 * @returns the ten new codes, which nobody can read again
 */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, makeCode)
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx)
  await sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, unnest(${codes.map((code) => hash(userId, code))}::bytea[])`.execute(tx)
  return codes.map(format)
}

/** Deletes a recovery code. Of several simultaneous requests, one gets true. */
export async function spendRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from recovery_codes where user_id = ${userId} and code_hash = ${hash(userId, code)}`.execute(tx)
  return numAffectedRows === 1n
}

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
    const { rows } = await sql<{ email: string }>`
      select email from second_factors join users on id = user_id
      where user_id = ${userId} and confirmed_at is not null for update of second_factors`.execute(tx)
    if (!rows[0]) throw new Refusal('NO_SECOND_FACTOR')
    await recordAudit(tx, actor, {
      action: 'user.second-factor-codes',
      subject: { kind: 'user', id: userId, label: rows[0].email },
    })
    return replaceRecoveryCodes(tx, userId)
  })
}
