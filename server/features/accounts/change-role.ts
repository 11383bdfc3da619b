import type { Role } from '#contract/users.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../http/refusal.ts'
import { shortenSessions } from '../../http/sessions.ts'
import { lockAdministrators, refuseLastAdministrator } from './lock-administrators.ts'

/**
 * Changes a user's role from the user's next call on. Nobody changes their own role, and one enabled administrator always
 * remains (docs/product.md#access).
 *
 * @param by the administrator's id
 * @throws Refusal NOT_FOUND, ROLE_LOCKED; NO_ACCESS when the administrator has just lost that role
 */
export async function changeRole(
  database: Db,
  { userId, role, by }: { userId: string; role: Role; by: string },
) {
  if (userId === by) throw new Refusal('ROLE_LOCKED')
  await database.transaction().execute(async (tx) => {
    const administrators = await lockAdministrators(tx)
    refuseLastAdministrator(administrators, userId)
    // When two administrators demote each other at once, the second one has no rights any more.
    if (!administrators.includes(by)) throw new Refusal('NO_ACCESS')
    const user = await tx
      .updateTable('users')
      .set({ role })
      .where('id', '=', userId)
      .returning('id')
      .executeTakeFirst()
    if (!user) throw new Refusal('NOT_FOUND')
    // Customers' sessions last longer than staff sessions.
    await shortenSessions(tx, { userId, role })
  })
}
