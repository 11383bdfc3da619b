import type { Tx } from '../../database/schema.ts'
import { run, statement } from '../../database/statement.ts'

/**
 * Locks a user's cart until the transaction ends. Everything that writes several of its lines takes this lock first, so that
 * two writers never wait for each other's lines in a circle. What is read afterwards must be a statement of its own: a
 * statement doesn't see what was written while it waited.
 */
export const LOCK_CART = statement<never>()`select from users where id = ${'userId'} for no key update`

export const lockCart = (tx: Tx, userId: string) => run(tx, LOCK_CART, { userId })
