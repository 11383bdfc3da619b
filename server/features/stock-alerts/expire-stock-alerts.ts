import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

/**
 * Deletes the alerts that have waited for six months, and those whose mail was queued 30 days ago: until then their link works.
 *
 * @returns how many
 */
export async function expireStockAlerts(database: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from stock_alerts
    where coalesce(told_at + interval '30 days', created_at + interval '6 months') < now()`.execute(database)
  return Number(numAffectedRows ?? 0)
}
