import { sql } from 'kysely'
import type { Role } from '#domain/users.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../http/refusal.ts'
import { shortenSessions } from '../../http/sessions.ts'

/**
 * Changes a user's role from the user's next call on. The role of an Administrador can't be changed, and nobody can change
 * their own role (docs/product.md#access).
 *
 * @throws Refusal NOT_FOUND, ROLE_LOCKED
 */
export async function changeRole(
  database: Db,
  { userId, role, by }: { userId: string; role: Role; by: string },
) {
  if (userId === by) throw new Refusal('ROLE_LOCKED')
  await inTransaction(database, async (tx) => {
    // One statement: when two administrators change a role at once, the second one sees the first one's change.
    const { rows } = await sql`
      update users set role = ${role} where id = ${userId} and role <> 'Administrador' returning id`.execute(
      tx,
    )
    if (rows.length === 0) {
      const user = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
      throw new Refusal(user ? 'ROLE_LOCKED' : 'NOT_FOUND')
    }
    // Customers' sessions last longer than staff sessions.
    await shortenSessions(tx, { userId, role })
  })
}
