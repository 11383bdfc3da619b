import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'

/**
 * Locks a user's cart until the transaction ends, so that writers of several lines don't deadlock. Read the cart by a later statement:
 * this one doesn't see changes made while it waited.
 *
 * @returns the account's e-mail
 */
export async function lockCart(tx: Tx, userId: string): Promise<string> {
  const { rows } = await sql<{ email: string }>`
    select email from users where id = ${userId} for no key update`.execute(tx)
  return rows[0]?.email ?? ''
}
