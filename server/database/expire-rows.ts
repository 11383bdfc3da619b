import { sql } from 'kysely'
import type { Db } from './schema.ts'

const BATCH = 10_000

/**
 * Deletes the rows of a table whose `since` is longer ago than a number of days, in batches.
 *
 * @returns how many
 */
export async function expireRows(
  database: Db,
  { table, since, days }: { table: string; since: string; days: number },
): Promise<number> {
  let expired = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where id = any(array(
        select id from ${sql.table(table)} where ${sql.ref(since)} < now() - make_interval(days => ${days}::int)
        order by ${sql.ref(since)} limit ${BATCH} for update skip locked))`.execute(database)
    expired += Number(numAffectedRows)
    if (numAffectedRows < BATCH) return expired
  }
}
