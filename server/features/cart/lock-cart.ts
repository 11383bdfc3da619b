import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'

/** Locks a user's cart until the transaction ends, so that its writers follow one another. Most lock it by the statement that reads it. */
export async function lockCart(tx: Tx, userId: string): Promise<void> {
  await sql`select from lock_cart(${userId})`.execute(tx)
}
