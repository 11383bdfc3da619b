import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../http/refusal.ts'
import { closeSessions } from '../../http/sessions.ts'
import { lockAdministrators, refuseLastAdministrator } from './lock-administrators.ts'

/**
 * Disables an account: its sessions end at once, its recovery links are void, and a login is answered like a wrong password.
 * Its orders stay.
 *
 * @throws Refusal NOT_FOUND; ROLE_LOCKED for the last enabled administrator
 */
export async function disableAccount(database: Db, userId: string) {
  await database.transaction().execute(async (tx) => {
    refuseLastAdministrator(await lockAdministrators(tx), userId)
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ disabled_at: sql<Date>`coalesce(disabled_at, now())` })
      .where('id', '=', userId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal('NOT_FOUND')
    await closeSessions(tx, userId)
    await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
  })
}

/**
 * Enables an account again. The sessions that it had stay closed.
 *
 * @throws Refusal NOT_FOUND
 */
export async function enableAccount(database: Db, userId: string) {
  const { numUpdatedRows } = await database
    .updateTable('users')
    .set({ disabled_at: null })
    .where('id', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('NOT_FOUND')
}
