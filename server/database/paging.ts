import { type RawBuilder, sql } from 'kysely'

/** The most rows that an unpaged list answers (design §2.4). */
export const MAX_ROWS = 1_000

/** So few rows are passed over quickly from either end. */
const NEAR = 1_000

/** Which rows of a list to answer. */
export type Slice = { page?: number; pageSize?: number; search?: string }

/** The rows to pass over and the most to answer: one page, or everything up to {@link MAX_ROWS}. */
export function slice({ page, pageSize }: Slice, defaultSize: number): { offset: number; limit: number } {
  if (page === undefined && pageSize === undefined) return { offset: 0, limit: MAX_ROWS }
  const limit = pageSize ?? defaultSize
  return { offset: ((page ?? 1) - 1) * limit, limit }
}

/** What to cut out of an index, walked forwards or backwards. */
export type Cut = { offset: number; limit: number; backwards: boolean }

/**
 * Reads one page and the total. A page beyond the middle is cut from the index's other end, so that the last page costs
 * what the first one does; only then has the total to be known first.
 *
 * @param read orders its rows backwards where the cut says so; the answer has them in the list's own order
 */
export async function readPage<Row>(
  { offset, limit }: { offset: number; limit: number },
  count: () => Promise<number>,
  read: (cut: Cut) => Promise<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  if (offset <= NEAR) {
    const [rows, total] = await Promise.all([read({ offset, limit, backwards: false }), count()])
    return { rows, total }
  }
  const total = await count()
  if (offset >= total) return { rows: [], total }
  if (offset <= total / 2) return { rows: await read({ offset, limit, backwards: false }), total }
  const rest = total - offset
  const cut = { offset: Math.max(0, rest - limit), limit: Math.min(limit, rest), backwards: true }
  return { rows: (await read(cut)).reverse(), total }
}

/**
 * The `limit` clause of a cut. The number of rows is part of the text: for an unknown one the planner reckons with a tenth of
 * the table, and reads all of it.
 */
export const limitTo = ({ limit, offset }: { limit: number; offset: number }): RawBuilder<unknown> =>
  sql`limit ${sql.lit(limit)} offset ${offset}`
