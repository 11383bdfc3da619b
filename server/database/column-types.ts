import type { ColumnType } from 'kysely'

/** A column that the database computes. */
export type Computed<T> = ColumnType<T, never, never>
/** A `date` as `YYYY-MM-DD`. */
export type Day = string
export type Moment = ColumnType<Date, Date | undefined, Date>
