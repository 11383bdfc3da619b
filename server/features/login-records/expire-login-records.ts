import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

const BATCH = 10_000

/**
 * Deletes the login records that are older than a number of days.
 *
 * @returns how many
 */
export async function expireLoginRecords(database: Db, days: number): Promise<number> {
  let expired = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from user_activity where id = any(array(
        select id from user_activity where created_at < now() - make_interval(days => ${days}::int) limit ${BATCH}
        for update skip locked))`.execute(database)
    expired += Number(numAffectedRows)
    if (numAffectedRows < BATCH) return expired
  }
}
