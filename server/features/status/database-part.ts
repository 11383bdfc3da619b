import { sql } from 'kysely'
import type { Status } from '#contract/status.ts'
import type { Db } from '../../database/schema.ts'
import { advice, alarm, type Part } from './status-part.ts'

/** A larger difference of the clocks disturbs codes of the second factor; a harmful one also disturbs sessions and discounts. */
const NOTABLE_DIFFERENCE_MS = 5_000
const HARMFUL_DIFFERENCE_MS = 30_000

/** The size of the database, and the difference between its clock and the server's. */
export async function readDatabase(database: Db): Promise<Part<Status['database']>> {
  // This query comes first, because it may open a connection, whose time would count as a difference.
  const { rows: sizes } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`.execute(database)
  const before = Date.now()
  const { rows } = await sql<{ now: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(database)
  const difference = Math.round(rows[0]!.now - (before + Date.now()) / 2)
  return {
    value: { bytes: sizes[0]!.bytes, clockDifferenceMs: difference },
    warnings: clockWarnings(difference),
  }
}

function clockWarnings(difference: number) {
  const size = Math.abs(difference)
  if (size < NOTABLE_DIFFERENCE_MS) return []
  const seconds = Math.round(size / 1_000).toLocaleString('es-CL')
  const message = `El reloj de la base de datos está ${seconds} segundos ${difference > 0 ? 'adelantado' : 'atrasado'} respecto al de la tienda. Sincroniza ambos equipos con un servidor de hora (NTP).`
  return [size < HARMFUL_DIFFERENCE_MS ? advice('clock', message) : alarm('clock', message)]
}
