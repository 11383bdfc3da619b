import { sql } from 'kysely'
import type { Role } from '#domain/users.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../http/refusal.ts'
import { shortenSessions } from '../../http/sessions.ts'

/**
 * Changes a user's role, which holds from the user's next call on. An Administrador's can't be changed, and nobody changes
 * their own (design §2.17).
 *
 * @throws Refusal NOT_FOUND, ROLE_LOCKED
 */
export async function changeRole(
  database: Db,
  { userId, role, by }: { userId: string; role: Role; by: string },
) {
  if (userId === by) throw new Refusal('ROLE_LOCKED')
  await database.transaction().execute(async (tx) => {
    // One statement: of two administrators at once, the later one finds what the earlier one made.
    const { rows } = await sql`
      update users set role = ${role} where id = ${userId} and role <> 'Administrador' returning id`.execute(
      tx,
    )
    if (rows.length === 0) {
      const known = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
      throw new Refusal(known ? 'ROLE_LOCKED' : 'NOT_FOUND')
    }
    // A customer's sessions last longer than staff's may.
    await shortenSessions(tx, { userId, role })
  })
}
