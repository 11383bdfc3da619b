import { REGIONS, regionName } from '#domain/communes.ts'
import type { Db } from '../../database/schema.ts'
import { type Column, type Sheet, sheetOf } from '../../spreadsheets/workbook-stream.ts'
import { listOptions } from './list-options.ts'

type Row = {
  commune: { code: string; name: string }
  zone?: { name: string; price: number; freeFrom: number | null; days: string } | undefined
}

const COLUMNS: Column<Row>[] = [
  { header: 'Región', width: 40, value: ({ commune }) => regionName(commune.code) },
  { header: 'Comuna', width: 24, value: ({ commune }) => commune.name },
  { header: 'Código', width: 10, value: ({ commune }) => commune.code },
  { header: 'Zona', width: 30, value: ({ zone }) => zone?.name ?? '' },
  { header: 'Precio', width: 10, numeric: true, value: ({ zone }) => zone?.price ?? '' },
  { header: 'Gratis desde', width: 14, numeric: true, value: ({ zone }) => zone?.freeFrom ?? '' },
  { header: 'Plazo', width: 26, value: ({ zone }) => zone?.days ?? '' },
]

/** All communes, each with its active zone, in columns that {@link uploadRates} reads. */
export async function ratesSheet(database: Db): Promise<Sheet> {
  const { zones } = await listOptions(database, { includeInactive: false })
  const zoneOf = new Map(zones.flatMap((zone) => zone.communes.map((code) => [code, zone])))
  const rows = REGIONS.flatMap(({ communes }) =>
    communes.map((commune) => ({ commune, zone: zoneOf.get(commune.code) })),
  )
  return sheetOf('Tarifas', COLUMNS, [rows])
}
