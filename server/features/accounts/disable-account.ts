import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import type { StaffActor } from '../../http/serve.ts'
import { closeSessions } from '../../http/sessions.ts'
import { revokeTokens } from '../../http/tokens.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { lockAdministrators, refuseLastAdministrator } from './lock-administrators.ts'
import { lockUser } from './users.ts'

/**
 * Disables an account: sessions and recovery links end at once, and a login is answered like a wrong password. Orders stay.
 *
 * @throws Refusal NOT_FOUND; ROLE_LOCKED for the actor's own account and the last enabled administrator; NO_ACCESS when the actor has
 *   just lost the role
 */
export async function disableAccount(database: Db, userId: string, actor: StaffActor | 'operador') {
  await inTransaction(database, async (tx) => {
    const administrators = await lockAdministrators(tx)
    refuseLastAdministrator(administrators, userId)
    if (actor !== 'operador') {
      if (actor.userId === userId)
        throw new Refusal('ROLE_LOCKED', { message: 'No puedes deshabilitar tu propia cuenta.' })
      // When two administrators disable each other at once, the second one has no rights any more.
      if (!administrators.includes(actor.userId)) throw new Refusal('NO_ACCESS')
    }
    const { email, disabled_at } = await lockUser(tx, userId)
    await closeSessions(tx, userId)
    await revokeTokens(tx, userId, ['password-reset'])
    if (disabled_at) return
    await tx.updateTable('users').set({ disabled_at: sql<Date>`now()` }).where('id', '=', userId).execute()
    await recordAudit(tx, actor, {
      action: 'user.disable',
      subject: { kind: 'user', id: userId, label: email },
    })
  })
}

/**
 * Enables an account again. Earlier sessions stay closed.
 *
 * @throws Refusal NOT_FOUND
 */
export async function enableAccount(database: Db, userId: string, actor: Actor) {
  await inTransaction(database, async (tx) => {
    const { email, disabled_at } = await lockUser(tx, userId)
    if (!disabled_at) return
    await tx.updateTable('users').set({ disabled_at: null }).where('id', '=', userId).execute()
    await recordAudit(tx, actor, {
      action: 'user.enable',
      subject: { kind: 'user', id: userId, label: email },
    })
  })
}
