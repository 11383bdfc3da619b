import type { Role } from '#domain/users.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../http/refusal.ts'
import { shortenSessions } from '../../http/sessions.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'

/**
 * Changes a user's role from the user's next call on. The role of an Administrador can't be changed, and nobody can change
 * their own role (docs/product.md#access).
 *
 * @throws Refusal NOT_FOUND, ROLE_LOCKED
 */
export async function changeRole(
  database: Db,
  { userId, role, actor }: { userId: string; role: Role; actor: Exclude<Actor, 'operador'> },
) {
  if (userId === actor.userId) throw new Refusal('ROLE_LOCKED')
  await inTransaction(database, async (tx) => {
    // Locked: when two administrators change a role at once, the second one sees the first one's change.
    const user = await tx
      .selectFrom('users')
      .select(['role', 'email'])
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) throw new Refusal('NOT_FOUND')
    if (user.role === 'Administrador') throw new Refusal('ROLE_LOCKED')
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
