import { takenInWords } from '#domain/communes.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal, refusalAt } from '../../refusals/refusal.ts'

/**
 * Awaits a write of zones, and throws COMMUNE_TAKEN with the names of communes and zones when the unique index refuses it. A query before
 * the write wouldn't be enough, because two people may save at once.
 *
 * @param zone the changed zone; undefined for a new one
 * @param communes the communes of the write; undefined when the zone keeps its own
 */
export async function refuseTakenCommunes<Result>(
  database: Db,
  write: Promise<Result>,
  { zone, communes }: { zone?: string; communes: readonly string[] | undefined },
): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint !== 'zone_communes_active') throw error
    const message = takenInWords(await findTaken(database, zone, communes))
    throw message ? refusalAt('COMMUNE_TAKEN', 'communes', message) : new Refusal('COMMUNE_TAKEN')
  }
}

const findTaken = (database: Db, id: string | undefined, communes: readonly string[] | undefined) =>
  database
    .selectFrom('zone_communes')
    .innerJoin('delivery_zones', 'delivery_zones.id', 'zone_communes.zone_id')
    .select(['commune', 'delivery_zones.name as zone'])
    .where('zone_communes.active', '=', true)
    .$if(id !== undefined, (query) => query.where('zone_id', '<>', id!))
    .where(({ eb, selectFrom }) =>
      eb(
        'commune',
        'in',
        communes ?? selectFrom('zone_communes').select('commune').where('zone_id', '=', id!),
      ),
    )
    .orderBy('delivery_zones.position')
    .orderBy('commune')
    .execute()
