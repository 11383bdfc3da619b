import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** The number of connections to a test's database that wait for a lock. */
export async function countWaiting(database: Db) {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
  return rows[0]!.waiting
}
