import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** The most rows in the answer when the client asks for no page (docs/product.md#lists). */
const MAX_ROWS = 1_000

/** The page that a client asks for. Pages start at 1. */
export type PageRequest = { page?: number; pageSize?: number; search?: string }

/** A range of a list: the rows to skip, and the most rows to read. */
export type RowRange = { offset: number; limit: number }

/** The rows of one page; without a page and a page size, the first {@link MAX_ROWS} rows. */
export function rowRange({ page, pageSize }: PageRequest, defaultSize: number): RowRange {
  if (page === undefined && pageSize === undefined) return { offset: 0, limit: MAX_ROWS }
  const limit = pageSize ?? defaultSize
  return { offset: ((page ?? 1) - 1) * limit, limit }
}

/**
 * The `limit` clause of a range, with literals: for a parameter, the planner assumes a tenth of the table, and may choose to scan all of
 * it.
 */
export const limitTo = ({ limit, offset }: RowRange): RawBuilder<unknown> =>
  offset === 0 ? sql`limit ${sql.lit(limit)}` : sql`limit ${sql.lit(limit)} offset ${offset}`
