import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

const BATCH = 10_000

/**
 * Deletes the lines of the register of dispensed prescriptions that are older than a number of days, struck ones too.
 *
 * @returns how many
 */
export async function expireRegister(database: Db, days: number): Promise<number> {
  let expired = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from dispensed_prescriptions where id = any(array(
        select id from dispensed_prescriptions where dispensed_at < now() - make_interval(days => ${days}::int)
        order by dispensed_at limit ${BATCH} for update skip locked))`.execute(database)
    expired += Number(numAffectedRows)
    if (numAffectedRows < BATCH) return expired
  }
}
