import type { ColumnType } from 'kysely'

/** A column that the database computes. */
export type Computed<T> = ColumnType<T, never, never>
/** A `date` as `YYYY-MM-DD`. */
export type Day = string
/** A `timestamptz`: read as an ISO text in UTC, written as such or as a Date. */
export type Instant = ColumnType<string, Date | string, Date | string>
export type OptionalInstant = ColumnType<
  string | null,
  Date | string | null | undefined,
  Date | string | null
>
/** An instant with a default. */
export type Moment = ColumnType<string, Date | string | undefined, Date | string>
