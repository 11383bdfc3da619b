import { setTimeout as pause } from 'node:timers/promises'
import { isConflict } from './outage.ts'
import type { Db, Tx } from './schema.ts'

const MAX_ATTEMPTS = 3
/** The longest pause before the second attempt, in milliseconds. It is random, so that two transactions don't meet again. */
const MAX_PAUSE_MS = 50

/**
 * Runs `work` in a transaction, and again when PostgreSQL has rolled it back because of a deadlock or a serialization failure.
 * Everything that `work` does must be in the transaction. A connection lost at COMMIT is never retried: the transaction may
 * have been committed.
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
