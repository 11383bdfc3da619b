import type { Role } from '#domain/users.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import type { StaffActor } from '../../http/serve.ts'
import { shortenSessions } from '../../http/sessions.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { lockAdministrators, refuseLastAdministrator } from './lock-administrators.ts'
import { lockUser } from './users.ts'

/**
 * Changes a user's role; it applies to the user's next call. Nobody can change their own role, and one enabled administrator always
 * remains.
 *
 * @param actor an administrator
 * @throws Refusal NOT_FOUND, ROLE_LOCKED; NO_ACCESS when the administrator has just lost that role
 */
export async function changeRole(
  database: Db,
  { userId, role, actor }: { userId: string; role: Role; actor: StaffActor },
) {
  if (userId === actor.userId) throw new Refusal('ROLE_LOCKED')
  await inTransaction(database, async (tx) => {
    const administrators = await lockAdministrators(tx)
    refuseLastAdministrator(administrators, userId)
    // When two administrators demote each other at once, the second one has no rights any more.
    if (!administrators.includes(actor.userId)) throw new Refusal('NO_ACCESS')
    const user = await lockUser(tx, userId)
    if (user.role === role) return
    await tx.updateTable('users').set({ role }).where('id', '=', userId).execute()
    await recordAudit(tx, actor, {
      action: 'user.role',
      subject: { kind: 'user', id: userId, label: user.email },
      before: { role: user.role },
      after: { role },
    })
    // Customers' sessions last longer than staff sessions.
    await shortenSessions(tx, { userId, role })
  })
}
