import { sql } from 'kysely'
import type { AllDeliveryOptions, Pickup, Zone } from '#contract/delivery-options.ts'
import { type Commune, REGIONS, regionName } from '#domain/communes.ts'
import type { Db } from '../../database/schema.ts'
import { type Column, type Sheet, sheetOf } from '../../spreadsheets/workbook-stream.ts'

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

type Row = { commune: Pick<Commune, 'code' | 'name'>; zone: Zone | undefined }

const COLUMNS: Column<Row>[] = [
  { header: 'Región', width: 40, value: ({ commune }) => regionName(commune.code) },
  { header: 'Comuna', width: 24, value: ({ commune }) => commune.name },
  { header: 'Código', width: 10, value: ({ commune }) => commune.code },
  { header: 'Zona', width: 30, value: ({ zone }) => zone?.name ?? '' },
  { header: 'Precio', width: 10, numeric: true, value: ({ zone }) => zone?.price ?? '' },
  { header: 'Gratis desde', width: 14, numeric: true, value: ({ zone }) => zone?.freeFrom ?? '' },
  { header: 'Plazo', width: 26, value: ({ zone }) => zone?.days ?? '' },
]

/** All communes, each with its active zone, in columns that `uploadRates` reads. */
export async function ratesSheet(database: Db): Promise<Sheet> {
  const { zones } = await listOptions(database, { includeInactive: false })
  const zoneOf = new Map(zones.flatMap((zone) => zone.communes.map((code) => [code, zone])))
  const rows = REGIONS.flatMap(({ communes }) =>
    communes.map((commune) => ({ commune, zone: zoneOf.get(commune.code) })),
  )
  return sheetOf('Tarifas', COLUMNS, [rows])
}
