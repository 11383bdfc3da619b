import { isOutage } from '../database/outage.ts'
import type { Db } from '../database/schema.ts'

/** Milliseconds for which a replica that is away is left alone, so that not every visitor waits for it. */
const RETRY_DELAY_MS = 5_000

/**
 * Returns a function that reads from the replica, and from the database when there is no replica or when it fails. An unknown
 * row counts as a failure too: a replica that is behind doesn't have it yet.
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
