import { sql } from 'kysely'
import type { AllDeliveryOptions, Pickup, Zone } from '#contract/delivery-options.ts'
import type { Db } from '../../database/schema.ts'

/** The delivery options as the pharmacy sorted them: all, or only the active ones. */
export async function listOptions(
  database: Db,
  { includeInactive }: { includeInactive: boolean },
): Promise<AllDeliveryOptions> {
  const listed = includeInactive ? sql`true` : sql`active`
  const pickups = await sql<Pickup>`
    select id as "_id", name, address, hours, ready, active from pickup_points where ${listed} order by position, id`.execute(
    database,
  )
  const zones = await sql<Zone>`
    select id as "_id", name, price, free_from as "freeFrom", days, cold, active,
      array(select commune from zone_communes where zone_id = delivery_zones.id order by commune) as communes
    from delivery_zones where ${listed} order by position, id`.execute(database)
  return { pickups: pickups.rows, zones: zones.rows }
}
