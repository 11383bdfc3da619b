import { sql } from 'kysely'
import type { Db } from './schema.ts'

/**
 * Deletes expired sessions, known devices, recovery links and rate limits, and the rows of old mails. Any server may run it at any time.
 */
export async function sweep(database: Db) {
  await sql`delete from sessions where expires_at < now()`.execute(database)
  await sql`delete from known_devices where expires_at < now()`.execute(database)
  await sql`delete from password_resets where expires_at < now()`.execute(database)
  await sql`delete from rate_limits where resets_at < now()`.execute(database)
  await sql`delete from mails where due_at is null and queued_at < now() - interval '30 days'`.execute(
    database,
  )
}
