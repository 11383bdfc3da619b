import type { Tx } from '../../database/schema.ts'

/**
 * Locks a user's cart until the transaction ends. Everything that writes several of its lines takes this lock first, so that
 * two writers never wait for each other's lines in a circle. What is read afterwards must be a statement of its own: a
 * statement doesn't see what was written while it waited.
 */
export async function lockCart(tx: Tx, userId: string) {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}
