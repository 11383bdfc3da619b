import { sql } from 'kysely'
import { store } from '#store'

/** The instant of midnight in the pharmacy's time zone: a day there can have 23 or 25 hours. */
export const midnight = (day: string, plusDays: number) =>
  sql`((${day}::date + ${plusDays}::integer)::timestamp at time zone ${sql.lit(store.timeZone)})`
