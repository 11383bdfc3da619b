import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'

/**
 * Locks a user's cart until the transaction ends. Everything that writes several of its lines takes this lock first, so that
 * two writers never wait for each other's lines in a circle. The cart is read by a later statement: this one doesn't see what was
 * written while it waited.
 *
 * @returns the account's e-mail
 */
export async function lockCart(tx: Tx, userId: string): Promise<string> {
  const { rows } = await sql<{ email: string }>`
    select email from users where id = ${userId} for no key update`.execute(tx)
  return rows[0]?.email ?? ''
}
