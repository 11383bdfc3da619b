import { sql } from 'kysely'
import type { AllDeliveryOptions } from '#contract/delivery-options.ts'
import type { Db } from '../../database/schema.ts'

/** The delivery options as the pharmacy sorted them: all, or only the active ones. */
export async function listOptions(
  database: Db,
  { includeInactive }: { includeInactive: boolean },
): Promise<AllDeliveryOptions> {
  const pickups = await database
    .selectFrom('pickup_points')
    .select(['id as _id', 'name', 'address', 'hours', 'ready', 'active'])
    .$if(!includeInactive, (query) => query.where('active', '=', true))
    .orderBy('position')
    .orderBy('id')
    .execute()
  const zones = await database
    .selectFrom('delivery_zones')
    .select(['id as _id', 'name', 'price', 'free_from as freeFrom', 'days', 'cold', 'active'])
    .select(
      sql<
        string[]
      >`array(select commune from zone_communes where zone_id = delivery_zones.id order by commune)`.as(
        'communes',
      ),
    )
    .$if(!includeInactive, (query) => query.where('active', '=', true))
    .orderBy('position')
    .orderBy('id')
    .execute()
  return { pickups, zones }
}
