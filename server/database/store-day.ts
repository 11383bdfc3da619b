import { type RawBuilder, sql } from 'kysely'
import { store } from '#store'

/** A range of days, `YYYY-MM-DD`, in the pharmacy's time zone, both included; an absent end is open. */
export type Days = { from?: string; to?: string }

/** The instant of midnight in the pharmacy's time zone. Adds whole days, not hours, because a day there can have 23 or 25 hours. */
export const midnight = (day: string, plusDays: number) =>
  sql`((${day}::date + ${plusDays}::integer)::timestamp at time zone ${sql.lit(store.timeZone)})`

/** The day in the pharmacy's time zone on which a statement runs. */
export const TODAY = sql`(now() at time zone ${sql.lit(store.timeZone)})::date`

/** The conditions that an instant lies within the days. */
export const withinDays = (column: string, { from, to }: Days): RawBuilder<unknown>[] => [
  ...(from ? [sql`${sql.ref(column)} >= ${midnight(from, 0)}`] : []),
  ...(to ? [sql`${sql.ref(column)} < ${midnight(to, 1)}`] : []),
]

/** An instant's day in the pharmacy's time zone, `YYYY-MM-DD`. */
export const localDay = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone ${sql.lit(store.timeZone)}, 'YYYY-MM-DD')`

/** An instant as text in the pharmacy's time zone: `YYYY-MM-DD HH:MM`, with `seconds` also `:SS`. */
export const localMoment = (column: string, { seconds = false } = {}) =>
  sql<string>`to_char(${sql.ref(column)} at time zone ${sql.lit(store.timeZone)}, ${sql.lit(`YYYY-MM-DD HH24:MI${seconds ? ':SS' : ''}`)})`
