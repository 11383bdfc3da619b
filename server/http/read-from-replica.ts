import { isOutage } from '../database/outage.ts'
import type { Db } from '../database/schema.ts'

/** Milliseconds before a failed replica is tried again, so that visitors don't wait for it. */
const RETRY_DELAY_MS = 5_000

/**
 * Returns a function that reads from the replica, else from the database. A missing row counts as a failure too, because a replica may
 * lag behind.
 */
export function readFromReplica(database: Db, replica: Db | undefined) {
  let pausedUntil = 0
  return <Result>(read: (reader: Db) => Promise<Result>): Promise<Result> => {
    if (!replica || performance.now() < pausedUntil) return read(database)
    return read(replica).catch((error: unknown) => {
      if (isOutage(error)) pausedUntil = performance.now() + RETRY_DELAY_MS
      return read(database)
    })
  }
}
