import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { StaffActor } from '../../http/serve.ts'
import { closeSessions } from '../../http/sessions.ts'
import { revokeTokens } from '../../http/tokens.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { lockAdministrators } from '../accounts/lock-administrators.ts'
import { requirePassword, wrongPassword } from '../accounts/passwords.ts'
import { lockUser } from '../accounts/users.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { spendCode } from './spend-code.ts'

/**
 * Turns the second factor of the session's user off. Remembered browsers are forgotten.
 *
 * @throws Refusal BAD_INPUT at the password; WRONG_CODE; NO_SECOND_FACTOR
 */
export async function disableSecondFactor(
  database: Db,
  { password, code, actor }: { password: string; code: string; actor: StaffActor },
) {
  const { userId } = actor
  const checked = await requirePassword(database, userId, password)
  await inTransaction(database, async (tx) => {
    const user = await lockUser(tx, userId)
    if (user.password_hash !== checked) throw wrongPassword()
    await spendCode(tx, userId, code)
    await deleteSecondFactor(tx, userId)
    await recordAudit(tx, actor, {
      action: 'user.second-factor-off',
      subject: { kind: 'user', id: userId, label: user.email },
    })
  })
}

/**
 * Turns somebody else's second factor off, for a lost phone. An administrator or the operator does this. All sessions of the person end,
 * since a person with a session wouldn't need a reset; a mail informs the person.
 *
 * @throws Refusal NOT_FOUND; NO_SECOND_FACTOR; ROLE_LOCKED for the actor's own account; NO_ACCESS when the actor has just lost the role
 */
export async function resetSecondFactor(database: Db, userId: string, actor: StaffActor | 'operador') {
  await inTransaction(database, async (tx) => {
    if (actor !== 'operador') {
      if (actor.userId === userId)
        throw new Refusal('ROLE_LOCKED', {
          message: 'Tu propio segundo factor lo restablece otro Administrador.',
        })
      if (!(await lockAdministrators(tx)).includes(actor.userId)) throw new Refusal('NO_ACCESS')
    }
    const { email } = await lockUser(tx, userId)
    if (!(await deleteSecondFactor(tx, userId))) throw new Refusal('NO_SECOND_FACTOR')
    await closeSessions(tx, userId)
    await recordAudit(tx, actor, {
      action: 'user.second-factor-reset',
      subject: { kind: 'user', id: userId, label: email },
    })
    await queueMail(tx, { kind: 'second-factor-reset', userId })
  })
}

/** Deletes the second factor, its recovery codes, login tickets and remembered browsers. Returns whether there was a second factor. */
async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from second_factors where user_id = ${userId} and confirmed_at is not null`.execute(tx)
  await revokeTokens(tx, userId, ['login-ticket', 'remembered-device'])
  return numAffectedRows === 1n
}
