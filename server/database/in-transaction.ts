import { setTimeout as pause } from 'node:timers/promises'
import { isConflict } from './outage.ts'
import type { Db, Tx } from './schema.ts'

const MAX_ATTEMPTS = 3
/** The longest pause before the second attempt. The pause is random, so that two transactions don't collide again. */
const MAX_PAUSE_MS = 50

/**
 * Runs `work` in a transaction, and retries after a deadlock or a serialization failure, so `work` must have no other effects. A
 * connection lost at COMMIT is never retried: the transaction may have been committed.
 */
export async function inTransaction<Result>(
  database: Db,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().execute(work)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error
      await pause(Math.random() * MAX_PAUSE_MS * attempt)
    }
  }
}
