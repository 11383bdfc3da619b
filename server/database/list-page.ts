import { type RawBuilder, sql } from 'kysely'
import { limitTo, type PageRequest, type RowRange, rowRange } from './paging.ts'
import type { Database, Db } from './schema.ts'

type Sql = RawBuilder<unknown>

/** Rows of a page when the client names no size. */
const PAGE_SIZE = 10

/** Skipping so few rows is quick from either end of an index. */
const NEAR = 1_000

/** A range of an index, read forwards from its start or backwards from its end. */
export type IndexRange = RowRange & { backwards: boolean }

/** The parts of a list's query. */
export type List = {
  table: keyof Database
  /** The columns of a row; a name that is also in `orderBy` needs its table's name. */
  columns: Sql
  /** Joins of other tables for `columns`. */
  joins?: Sql
  /** The conditions that `maintainedTotal` takes into account. */
  scope?: Sql[]
  /** All other conditions. */
  filters?: Sql[]
  /** A query for `total` over maintained counts, used when there are no filters. Absent: the rows are counted. */
  maintainedTotal?: Sql
  /** The columns of an index, the last one unique. */
  orderBy: readonly string[]
  direction: 'asc' | 'desc'
  /** Replaces the table and its conditions where the page comes from several indexes. */
  source?: (range: IndexRange, direction: Sql) => Sql
}

/**
 * Reads one page of a list, and the total. The page is cut on the index before anything is joined, so that only its own
 * rows are looked up.
 */
export async function listPage<Row>(
  database: Db,
  request: PageRequest,
  list: List,
): Promise<{ rows: Row[]; total: number }> {
  const wanted = rowRange(request, PAGE_SIZE)
  const read = (range: IndexRange) => readRows<Row>(database, list, range)
  if (isNear(wanted)) {
    const [rows, total] = await Promise.all([
      read({ ...wanted, backwards: false }),
      countRows(database, list),
    ])
    return { rows, total }
  }
  const total = await countRows(database, list)
  const range = nearerEnd(wanted, total)
  if (!range) return { rows: [], total }
  const rows = await read(range)
  return { rows: range.backwards ? rows.reverse() : rows, total }
}

/** Whether a range is read from the start of an index, whatever the total. */
export const isNear = ({ offset }: RowRange) => offset <= NEAR

/** A range in the second half is read from the index's end, so that the last page costs as much as the first one; none is empty. */
export function nearerEnd({ offset, limit }: RowRange, total: number): IndexRange | undefined {
  if (offset >= total) return undefined
  if (offset <= total / 2) return { offset, limit, backwards: false }
  const rest = total - offset
  return { offset: Math.max(0, rest - limit), limit: Math.min(limit, rest), backwards: true }
}

async function readRows<Row>(database: Db, list: List, range: IndexRange): Promise<Row[]> {
  const table = sql.table(list.table)
  const direction = (list.direction === 'desc') === range.backwards ? sql`asc` : sql`desc`
  const order = (prefix: string) =>
    sql.join(list.orderBy.map((column) => sql`${sql.ref(prefix + column)} ${direction}`))
  const keys = sql.join([...new Set(['id', ...list.orderBy])].map((column) => sql.ref(column)))
  const source = list.source?.(range, direction) ?? sql`${table} ${where(conditionsOf(list))}`
  const { rows } = await sql<Row>`
    select ${list.columns}
    from (select ${keys} from ${source} order by ${order('')} ${limitTo(range)}) page
    join ${table} on ${sql.ref(`${list.table}.id`)} = page.id ${list.joins ?? sql``}
    order by ${order('page.')}`.execute(database)
  return rows
}

async function countRows(database: Db, list: List): Promise<number> {
  const maintained = list.filters?.length ? undefined : list.maintainedTotal
  const count =
    maintained ??
    sql`select count(*)::int as total from ${sql.table(list.table)} ${where(conditionsOf(list))}`
  const { rows } = await sql<{ total: number }>`${count}`.execute(database)
  return rows[0]?.total ?? 0
}

const conditionsOf = ({ scope = [], filters = [] }: List) => [...scope, ...filters]

/** A `where` clause, empty without conditions. */
export const where = (conditions: Sql[]): Sql =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

/** A query for the sum of counts in `row_counts`, which triggers maintain. */
export const maintainedCount = (...names: string[]): Sql =>
  sql`select coalesce(sum(rows), 0)::int as total from row_counts where name = any(${names}::text[])`
